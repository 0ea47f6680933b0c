return await (async () => {
  let text = "";
  const counts = {};
  const add = (k) => { counts[k] = (counts[k] || 0) + 1; };

  for (const { id, title, comments } of await tool("list_issues", {})) {
    const yes = (await tool("ask_human", {
      question: "Should issue " + id + " \"" + title + "\" with " + comments + " comment" + (comments === 1 ? "" : "s") + " be closed?"
    })) === "yes";

    if (!yes) {
      add("open");
      text += "\n* " + title + ": stays open";
      continue;
    }

    const time = new Date().toISOString().slice(11, 16);
    if (time >= "09:00" && time < "17:00") {
      await tool("close_issue", { id });
      add("closed");
      text += "\n* " + title + ": closed at " + time + " UTC";
    } else {
      const r = await tool("schedule_close", { id });
      add("scheduled");
      text += "\n* " + title + ": outside business hours (" + time + " UTC), scheduled for " + r.at;
    }
  }

  const head = Object.keys(counts).map((k) => counts[k] + " " + k).join(", ");
  return (head || "no open issues") + text;
})();
