
// Tables sort by the head that is pressed; nothing else needs this script.
"use strict";
for (const table of document.querySelectorAll("table[data-sorts]")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const value = (row, at) => {
    const cell = row.cells[at];
    return cell.dataset.by === undefined ? cell.textContent.trim() : Number(cell.dataset.by);
  };
  const compare = (a, b, sign) => {
    const known = typeof a === "number";
    if (known !== (typeof b === "number")) return known ? -1 : 1;
    return sign * (known ? a - b : a.localeCompare(b, "en", { numeric: true }));
  };
  heads.forEach((head, at) => {
    const title = head.textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      const rows = [...body.rows];
      rows.sort((a, b) => compare(value(a, at), value(b, at), down ? -1 : 1));
      body.append(...rows);
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      document.getElementById("sorted").textContent = `${table.caption.textContent}: sorted by ${title}, ${down ? "descending" : "ascending"}`;
    });
  });
}
