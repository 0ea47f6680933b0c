// formatToParts without an argument reads the clock.
const parts = Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone: "UTC" }).formatToParts();
tool("ask_human", { question: "Shall I go on?" });
return parts.map((part) => part.value).join("");
