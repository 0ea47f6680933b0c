// The clock decides a switch.
let day;
switch (new Date().getUTCDay()) {
  case 0: case 6: day = "weekend"; break;
  default: day = "weekday";
}
tool("ask_human", { question: "Shall I go on?" });
return day;
