//! Promise: every run leaves a page and a notebook beside its charts, whole, the same bytes for the same run, and nothing a game file says becomes markup.

use crate::{Done, Folder};
use serde_json::Value;

const RUN: &str = "notebooks-out/yams-50-n60000-s42";

fn notebook(folder: &Folder, path: &str) -> Value {
    serde_json::from_str(&folder.text(path)).unwrap()
}

/// The cells of one kind.
fn cells<'a>(notebook: &'a Value, kind: &str) -> Vec<&'a Value> {
    notebook["cells"].as_array().unwrap().iter().filter(|cell| cell["cell_type"] == kind).collect()
}

fn joined(lines: &Value) -> String {
    lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect()
}

#[test]
fn a_run_leaves_a_page_and_a_notebook() {
    let folder = Folder::new();
    let done = folder.sim("--game yams --n 60_000 --seed 42").ends(0);
    let words: Vec<&str> = done.stdout.split_whitespace().collect();
    assert!(words.windows(2).any(|pair| pair == ["report.html", "report.ipynb"]), "{}", done.stdout);
    let page = folder.text(&format!("{RUN}/report.html"));
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">") && page.ends_with("</html>\n"));
    // the figures of the terminal, in the page too
    let figure = done.stdout.lines().find(|line| line.contains("return to player")).unwrap();
    let observed = figure.split("  ").map(str::trim).filter(|part| !part.is_empty()).nth(1).unwrap();
    assert!(observed.ends_with('%') && page.matches(observed).count() >= 2, "{observed}");
    for part in [
        "sim --game yams --stake 0.50 --n 60000 --seed 42<",
        "METHODOLOGY.md, section 2.1 Return",
        ">Y2<",
        "id=\"tests-table\"",
        "kurtosis (normal = 3)",
    ] {
        assert!(page.contains(part), "`{part}` is missing");
    }
    // nine prizes and the losing plays, their key, and seven charts
    assert_eq!((page.matches("src=\"data:image/svg+xml").count(), page.matches("src=\"data:image/png").count()), (11, 7));
    assert_eq!(page.matches("<img ").count(), page.matches(" alt=\"").count());
    assert!(!page.contains("http://") && !page.contains("https://www.google"), "nothing is loaded");
    let again = Folder::new();
    again.sim("--game yams --n 60_000 --seed 42 --threads 3 --out results --quiet").ends(0);
    for file in ["report.html", "report.ipynb"] {
        assert!(folder.read(&format!("{RUN}/{file}")) == again.read(&format!("{RUN}/{file}")), "{file} differs");
        std::fs::remove_file(folder.path().join(RUN).join(file)).unwrap();
    }
    // and from the run file alone
    folder.sim("report results/yams-50-n60000-s42 --quiet").ends(0);
    for file in ["report.html", "report.ipynb"] {
        assert!(folder.read(&format!("{RUN}/{file}")) == again.read(&format!("{RUN}/{file}")), "{file} differs when it is made again");
    }
}

#[test]
fn outputs_of_sim_carry_no_execution_count() {
    let folder = Folder::new();
    folder.sim("--game star-color --n 50_000 --seed 1 --quiet").ends(0);
    let notebook = notebook(&folder, "notebooks-out/star-color-100-n50000-s1/report.ipynb");
    assert_eq!((notebook["nbformat"].as_u64(), notebook["nbformat_minor"].as_u64()), (Some(4), Some(5)));
    assert!(joined(&notebook["cells"][0]["source"]).contains("written by `sim`, not by Python"));
    let code = cells(&notebook, "code");
    assert!(code.len() >= 10 && code.iter().all(|cell| cell["execution_count"].is_null()));
    let pictures = code.iter().flat_map(|cell| cell["outputs"].as_array().unwrap()).filter(|output| output["data"].get("image/png").is_some());
    assert_eq!(pictures.count(), 8);
    assert!(code.iter().all(|cell| cell["outputs"].as_array().unwrap().iter().all(|output| output.get("execution_count").is_none())));
    let summary: Value = serde_json::from_str(&folder.text("results/star-color-100-n50000-s1/summary.json")).unwrap();
    let printed = joined(&code[1]["outputs"][0]["text"]);
    assert!(printed.contains(&format!("{:.4}", summary["variance_stakes2"]["observed"].as_f64().unwrap())), "{printed}");
    let ids: std::collections::BTreeSet<&str> = notebook["cells"].as_array().unwrap().iter().map(|cell| cell["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), notebook["cells"].as_array().unwrap().len());
}

#[test]
fn nothing_a_game_file_says_becomes_markup() {
    let folder = Folder::new();
    let game = sim::games::built_in("yams").unwrap();
    let named = game.replacen("name = \"Yam's !\"", "name = \"</title><script>alert(1)</script>\"", 1).replacen("id = \"yams\"", "id = \"other\"", 1);
    assert_ne!(named, game);
    folder.write("other.toml", &named);
    folder.sim("--game other.toml --n 1e3 --seed 1 --quiet").ends(0);
    let page = folder.text("notebooks-out/other-50-n1000-s1/report.html");
    assert_eq!(page.matches("<script>").count(), 1, "the script of the page");
    assert!(page.contains("&lt;script&gt;alert(1)") && page.contains("sim --game other.toml --stake 0.50 --n 1000 --seed 1<"));
    assert!(page.contains("stands for its game file"), "a game of one's own is told as such");
    let notebook = notebook(&folder, "notebooks-out/other-50-n1000-s1/report.ipynb");
    for cell in cells(&notebook, "markdown") {
        assert!(!joined(&cell["source"]).contains('<'), "{cell}");
    }
}

#[test]
fn no_charts_means_no_page() {
    let folder = Folder::new();
    folder.sim("--game yams --n 1e3 --seed 1 --no-charts --quiet").ends(0);
    folder.sim("report yams-50-n1000-s1 --no-charts --quiet").ends(0);
    assert_eq!(folder.names("notebooks-out"), Vec::<String>::new());
    folder.sim("report yams-50-n1000-s1 --no-charts --execute").ends(2).says(&["--execute"]);
    // pages are a run's own: another run does not write over them, `--force` and `report` do
    folder.sim("report yams-50-n1000-s1 --quiet").ends(0);
    std::fs::remove_dir_all(folder.path().join("results")).unwrap();
    for name in folder.names("notebooks-out/yams-50-n1000-s1") {
        if name != "report.ipynb" {
            std::fs::remove_file(folder.path().join("notebooks-out/yams-50-n1000-s1").join(name)).unwrap();
        }
    }
    folder.sim("--game yams --n 1e3 --seed 1 --quiet").ends(2).says(&["holds the charts of a run"]);
}

#[test]
fn a_notebook_that_cannot_be_run_says_what_to_install() {
    let folder = Folder::new();
    folder.sim("--game yams --n 1e3 --seed 1 --quiet").ends(0);
    let path = "notebooks-out/yams-50-n1000-s1/report.ipynb";
    let before = folder.read(path);
    let missing = folder.sim("report yams-50-n1000-s1 --quiet --execute --python no-such-python").ends(2);
    missing.says(&["`no-such-python`", "pip install nbclient ipykernel polars"]);
    assert!(folder.read(path) == before, "the notebook of sim is kept");
    // a Python without the packages: one that fails as the runner does
    #[cfg(unix)]
    for (code, expected, said) in [(41, 2, "pip install"), (42, 1, "a cell of the notebook failed"), (7, 74, "not run to its end")] {
        use std::os::unix::fs::PermissionsExt;
        folder.write("python", &format!("#!/bin/sh\necho trouble >&2\nexit {code}\n"));
        std::fs::set_permissions(folder.path().join("python"), std::fs::Permissions::from_mode(0o755)).unwrap();
        let done: Done = folder.sim("report yams-50-n1000-s1 --quiet --execute --python ./python").ends(expected);
        done.says(&[said, "trouble"]);
        assert!(folder.read(path) == before);
    }
}

/// Lines instead of pixels, or both: the same charts, with the same findings, and no file of the other format is left behind.
#[test]
fn charts_are_pixels_or_lines_or_both() {
    let folder = Folder::new();
    let charts = "notebooks-out/diamond-river-291-n20000-s1";
    folder.sim("--game diamond-river --n 2e4 --seed 1 --quiet --chart-format both").ends(0);
    let ending =
        |ending: &str| -> Vec<String> { folder.names(charts).iter().filter_map(|name| name.strip_suffix(ending).map(str::to_owned)).collect() };
    let names = ["cells", "convergence", "p-values", "parts", "prizes", "shares", "targets"];
    assert_eq!((ending(".png"), ending(".svg")), (names.map(str::to_owned).to_vec(), names.map(str::to_owned).to_vec()));
    let page = folder.text(&format!("{charts}/report.html"));
    assert_eq!(page.matches("src=\"data:image/png").count(), 7);
    let mut findings = Vec::new();
    for name in names {
        let text = folder.text(&format!("{charts}/{name}.svg"));
        // well-formed, complete in itself, and as large as the picture of pixels
        let document = resvg::usvg::roxmltree::Document::parse(&text).unwrap();
        let root = document.root_element();
        let title = root.first_element_child().unwrap();
        assert_eq!((root.tag_name().name(), title.tag_name().name()), ("svg", "title"));
        findings.push(title.text().unwrap().to_owned());
        assert!(!text.contains("href") && !text.contains("<style") && !text.contains("<image"), "{name} needs another file");
        let texts: Vec<_> = root.children().filter(|node| node.has_tag_name("text")).collect();
        assert!(texts.len() > 10 && texts.iter().all(|text| text.attribute("font-family").unwrap().starts_with("Inter, ")), "{name}");
        let png = folder.read(&format!("{charts}/{name}.png"));
        let wide = f64::from(u32::from_be_bytes(png[16..20].try_into().unwrap()));
        assert!((root.attribute("width").unwrap().parse::<f64>().unwrap() * 2.0 - wide).abs() <= 1.0, "{name}");
    }
    // the finding above the chart is its name, and its text alternative on the page
    assert!(
        findings.iter().all(|finding| page.contains(&format!("alt=\"Chart: {}\"", finding.replace('&', "&amp;").replace('<', "&lt;")))),
        "{findings:?}"
    );
    assert!(findings[3].starts_with("The table returns 75.00\u{202f}%: ") && findings[3].contains("from lines"), "{}", findings[3]);
    folder.sim("report diamond-river-291-n20000-s1 --quiet --chart-format svg").ends(0);
    assert_eq!((ending(".png").len(), ending(".svg").len()), (0, 7));
    let page = folder.text(&format!("{charts}/report.html"));
    assert_eq!(page.matches("src=\"data:image/png").count(), 0);
    let notebook = folder.text(&format!("{charts}/report.ipynb"));
    assert_eq!((notebook.matches("\"image/svg+xml\"").count(), notebook.matches("SVG(filename=").count()), (7, 7));
    // of a report the files are of the kind that is there, unless another is wanted
    folder.sim("report diamond-river-291-n20000-s1 --quiet").ends(0);
    assert_eq!((ending(".png").len(), ending(".svg").len()), (0, 7));
    folder.sim("report diamond-river-291-n20000-s1 --quiet --chart-format png").ends(0);
    assert_eq!((ending(".png").len(), ending(".svg").len()), (7, 0));
    folder.sim("--game yams --n 10 --chart-format gif").ends(2).says(&["'gif'", "png", "svg", "both"]);
    folder.sim("--game yams --n 10 --no-charts --chart-format svg").ends(2).says(&["--chart-format", "--no-charts"]);
}
