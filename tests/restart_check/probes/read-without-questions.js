// A plan that asks nothing runs once.
const at = new Date().toISOString();
tool("log", { message: at });
return `${at} ${Math.random()}`;
