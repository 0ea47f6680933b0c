// map borrowed from the prototype.
const list = Array.prototype.map.call([1, 2], (n) => n * Date.now());
tool("ask_human", { question: "Shall I go on?" });
return list.join();
