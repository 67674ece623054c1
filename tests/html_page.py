"""Opens pages of runs in headless Chromium and looks at them as people use them.

usage: html_page.py BROWSER SCREENSHOTS|'' PAGE...

For each page: no console message, no request but the page itself, no horizontal scroll at 390 and 1400 pixels, every picture loaded and with an
alternative, headings in order, landmarks and one main, unique ids, links that lead somewhere, contrast of all text at least 4.5 (3 for large text) in
light and dark, tables that sort by mouse and by keyboard, a skip link, everything readable with JavaScript off, and printing.
"""
import pathlib
import sys

from playwright.sync_api import sync_playwright

browser_path, shots, pages = sys.argv[1], sys.argv[2], [pathlib.Path(page).resolve() for page in sys.argv[3:]]
assert len(pages) >= 6, pages
LARGEST = 3_000_000
passed = failed = 0


def check(holds, what):
    """Counts a check and tells one that fails."""
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what)


STRUCTURE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const ids = all('[id]').map((element) => element.id);
  return {
    lang: document.documentElement.lang,
    title: document.title,
    headings: all('h1, h2, h3, h4').map((heading) => Number(heading.tagName[1])),
    landmarks: ['header', 'nav[aria-label]', 'main'].map((name) => all(name).length),
    doubled: ids.filter((id, at) => ids.indexOf(id) !== at),
    dangling: all('a[href]').map((a) => a.getAttribute('href')).filter((href) => !href.startsWith('#') || !document.getElementById(href.slice(1))),
    pictures: all('img, svg, [role=img]').map((picture) => [picture.getAttribute('alt') || picture.getAttribute('aria-label') || '', picture.complete !== false && picture.naturalWidth !== 0]),
    tables: all('table').map((table) => [table.caption?.textContent ?? '', all(`#${table.id} thead th[scope=col]`).length, all(`#${table.id} tbody th[scope=row]`).length, table.tBodies[0].rows.length]),
    sorts: all('table[data-sorts]').map((table) => table.id),
    foreign: all('[src], [href]').map((element) => element.getAttribute('src') ?? element.getAttribute('href')).filter((url) => !/^(data:|#)/.test(url)),
    labelled: all('section').every((section) => document.getElementById(section.getAttribute('aria-labelledby'))),
    handlers: all('*').filter((element) => element.getAttributeNames().some((name) => name.startsWith('on'))).length,
    scripts: all('script').length,
    text: document.body.innerText.length,
  };
}"""

# the ratio of WCAG 2 for every piece of text that is shown, against the nearest opaque background
CONTRAST = """() => {
  const parse = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const f = (c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
  };
  const worst = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || ['SCRIPT', 'STYLE'].includes(element.tagName) || element.closest('.hidden')) continue;
    const style = getComputedStyle(element);
    let behind = element, back = [0, 0, 0, 0];
    while (behind && (back.length > 3 && back[3] === 0)) {
      back = parse(getComputedStyle(behind).backgroundColor);
      behind = behind.parentElement;
    }
    if (back.length > 3 && back[3] === 0) back = [255, 255, 255];
    const [a, b] = [light(parse(style.color)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 700;
    if (ratio < (size >= 24 || (bold && size >= 18.66) ? 3 : 4.5)) worst.push([element.tagName, element.className, walker.currentNode.data.trim().slice(0, 30), ratio]);
  }
  return worst.slice(0, 5);
}"""

COLUMN = """([id, at]) => [...document.getElementById(id).tBodies[0].rows].map((row) => {
  const cell = row.cells[at];
  return cell.dataset.by === undefined ? cell.textContent.trim() : Number(cell.dataset.by);
})"""


def sorts(page, name, which):
    """Sorts a table by its second column with the mouse, and back with the keyboard."""
    head = page.locator(f"#{which} thead th").nth(1)
    button = head.locator("button")
    before = page.evaluate(COLUMN, [which, 1])
    button.click()
    check(head.get_attribute("aria-sort") == "ascending", f"{name} {which}: a click sorts")
    up = page.evaluate(COLUMN, [which, 1])
    numbers = [value for value in up if isinstance(value, (int, float))]
    words = [value for value in up if isinstance(value, str)]
    check(numbers == sorted(numbers), f"{name} {which}: ascending {up[:6]}")
    check(up[:len(numbers)] == numbers, f"{name} {which}: what is not known comes last")
    check(sorted(map(str, up)) == sorted(map(str, before)), f"{name} {which}: no row is lost")
    button.focus()
    page.keyboard.press("Enter")
    check(head.get_attribute("aria-sort") == "descending", f"{name} {which}: Enter turns the order around")
    down = [value for value in page.evaluate(COLUMN, [which, 1]) if isinstance(value, (int, float))]
    check(down == sorted(numbers, reverse=True), f"{name} {which}: descending {down[:6]}")
    check(len(numbers) + len(words) == len(up) and len(up) > 0, f"{name} {which}: has rows")
    check(page.locator(f"#{which} [aria-sort]").count() == 1, f"{name} {which}: one column is sorted")
    check("descending" in page.locator("#sorted").inner_text(), f"{name} {which}: the order is told")


def look(browser, path):
    name = path.parent.name
    check(path.stat().st_size < LARGEST, f"{name}: {path.stat().st_size} bytes")
    # a small page has nothing of its own to show in the other two
    small = path.stat().st_size < 600_000
    for width in (390, 1400):
        for scheme in ("light", "dark"):
            if small and (width == 390) != (scheme == "light"):
                continue
            context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            said, asked = [], []
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
            page.on("dialog", lambda dialog: (said.append("a dialog: " + dialog.message), dialog.dismiss()))
            page.on("request", lambda request: asked.append(request.url))
            page.goto(path.as_uri())
            where = f"{name} at {width} {scheme}"
            wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            check(wide[0] <= width and wide[1] == width, f"{where}: scrolls sideways, {wide}")
            worst = page.evaluate(CONTRAST)
            check(not worst, f"{where}: contrast {worst}")
            colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
            check((sum(map(int, colour[4:-1].split(","))) > 382) == (scheme == "light"), f"{where}: the page is {colour}")
            if shots:
                pathlib.Path(shots).mkdir(parents=True, exist_ok=True)
                page.screenshot(path=str(pathlib.Path(shots) / f"{name}-{width}-{scheme}.png"), full_page=True)
            if width == 390 and scheme == "light" or width == 1400 and scheme == "dark":
                page.keyboard.press("Tab")
                check(page.evaluate("document.activeElement.className") == "skip", f"{where}: the first tab stop skips to the report")
                check(page.evaluate("document.activeElement.getBoundingClientRect().top") >= 0, f"{where}: the skip link is seen")
                page.keyboard.press("Enter")
                check(page.evaluate("document.activeElement.id") == "main", f"{where}: the skip link leads to the report")
                for which in page.evaluate(STRUCTURE)["sorts"]:
                    sorts(page, where, which)
                wide = page.evaluate("document.documentElement.scrollWidth")
                check(wide <= width, f"{where}: scrolls sideways after sorting, {wide}")
            check(not said, f"{where}: {said[:3]}")
            check([url for url in asked if not url.startswith("data:")] == [path.as_uri()], f"{where}: asked for {asked[:3]}")
            context.close()


def read(browser, path):
    """The structure, without any script; and on paper."""
    name = path.parent.name
    context = browser.new_context(viewport={"width": 1400, "height": 900}, java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    plain = page.inner_text("body")
    context.close()
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.goto(path.as_uri())
    found = page.evaluate(STRUCTURE)
    check(len(plain) > 0.97 * found["text"], f"{name}: {len(plain)} characters without script, {found['text']} with it")
    check(found["lang"] == "en" and len(found["title"]) > 10, f"{name}: {found['title']}")
    check(found["headings"][0] == 1 and found["headings"].count(1) == 1, f"{name}: one first heading")
    check(all(b <= a + 1 for a, b in zip(found["headings"], found["headings"][1:])), f"{name}: headings {found['headings']}")
    check(found["landmarks"] == [1, 1, 1], f"{name}: landmarks {found['landmarks']}")
    check(not found["doubled"], f"{name}: ids twice {found['doubled'][:3]}")
    check(not found["dangling"], f"{name}: links to nowhere {found['dangling'][:3]}")
    check(not found["foreign"], f"{name}: loads {found['foreign'][:3]}")
    check(found["labelled"] and found["handlers"] == 0 and found["scripts"] == 1, f"{name}: sections, handlers, scripts")
    for alternative, loaded in found["pictures"]:
        check(len(alternative) > 15 and loaded, f"{name}: picture `{alternative}`, loaded {loaded}")
    for caption, columns, rows, count in found["tables"]:
        check(caption and columns > 1 and rows == count > 0, f"{name}: table `{caption}`: {columns} heads, {rows} of {count} rows have one")
    page.emulate_media(media="print", color_scheme="dark")
    check(not page.evaluate(CONTRAST), f"{name}: contrast on paper")
    check(page.locator("nav").is_hidden(), f"{name}: no contents on paper")
    paper = page.pdf(format="A4")
    check(paper.startswith(b"%PDF") and len(paper) > 20_000, f"{name}: prints")
    context.close()
    return found, plain


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
    for path in pages:
        look(browser, path)
        found, plain = read(browser, path)
        if path.parent.name.startswith("hostile"):
            check("<img src=x onerror=alert(1)>&amp;<b>" in plain, "hostile: its name is shown as it is written")
            check("</style></script><script>alert(2)</script>" in plain, "hostile: its words are shown as they are written")
        if "nojudge" not in path.parent.name:
            check(len(found["pictures"]) >= 8, f"{path.parent.name}: pictures of plays")
    browser.close()

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
