//! `report.html`: a run on one page that opens offline, from the same words and figures as the terminal report.
//!
//! Everything is inside: style, pictures, and a small script that only lets tables sort. Without the script nothing is missing.

mod assumptions;
mod explanations;
mod figures;
mod markup;
mod overview;
mod pictures;
mod prizes;
mod reproduce;
mod table;
mod targets;

use self::markup::{Html, element, void};
use super::exhibits::Exhibits;
use super::{Run, words};
use crate::engine::Judging;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Nothing is loaded from anywhere: a page opened offline is a page opened whole.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// A section of the page: its anchor, its heading, what it holds.
type Section = (&'static str, &'static str, Html);

/// The page: the same bytes for the same run and exhibits.
#[must_use]
pub fn page(run: &Run<'_>, exhibits: &Exhibits) -> String {
    let sections = sections(run, exhibits);
    let links = sections.iter().map(|(name, title, _)| element("li", &[], [element("a", &[("href", &format!("#{name}"))], [Html::text(title)])]));
    let contents = element("nav", &[("aria-label", "Contents")], [element("ul", &[], links)]);
    let skip = element("a", &[("class", "skip"), ("href", "#main")], [Html::text("Skip to the report")]);
    let main = sections.into_iter().map(|(name, title, body)| {
        let heading = format!("{name}-heading");
        element("section", &[("id", name), ("aria-labelledby", &heading)], [element("h2", &[("id", &heading)], [Html::text(title)]), body])
    });
    let status = element("p", &[("id", "sorted"), ("role", "status"), ("class", "hidden")], []);
    let body = element(
        "body",
        &[],
        [
            skip,
            overview::banner(run),
            element("div", &[("class", "columns")], [contents, element("main", &[("id", "main"), ("tabindex", "-1")], main)]),
            status,
            element("script", &[], [Html::literal(SCRIPT)]),
        ],
    );
    let title = format!("{}: {}", run.report.verdict.word().to_uppercase(), words::title(run));
    let head = element(
        "head",
        &[],
        [
            void("meta", &[("charset", "utf-8")]),
            void("meta", &[("http-equiv", "Content-Security-Policy"), ("content", POLICY)]),
            void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
            void("meta", &[("name", "color-scheme"), ("content", "light dark")]),
            void("meta", &[("name", "generator"), ("content", crate::run_file::PROGRAM)]),
            element("title", &[], [Html::text(&title)]),
            void("link", &[("rel", "icon"), ("href", "data:,")]),
            element("style", &[], [Html::literal(STYLE)]),
        ],
    );
    let html = element("html", &[("lang", "en")], [head, body]);
    format!("<!doctype html>\n{}", html.into_string())
}

fn sections(run: &Run<'_>, exhibits: &Exhibits) -> Vec<Section> {
    let warnings = run.report.warnings.iter().map(|warning| element("li", &[], [Html::prose(warning)]));
    let warnings = if run.report.warnings.is_empty() { Html::default() } else { element("ul", &[], warnings) };
    let mut sections: Vec<Section> = vec![
        ("verdict", "Verdict", overview::verdict(run)),
        ("figures", "Return and volatility", figures::section(run)),
        ("warnings", "Before you trust an interval", warnings),
        ("prizes", "Prizes", prizes::section(run)),
        ("charts", "Charts", pictures::charts(&exhibits.charts)),
        ("plays", "Plays by prize", pictures::gallery(&exhibits.gallery)),
        ("targets", if run.plan.judging == Judging::Full { "What the visuals show" } else { "Tests" }, targets::section(run)),
        ("assumptions", "Assumptions in force", assumptions::section(run)),
    ];
    sections.push(("reproduce", "Make it again", reproduce::section(run, exhibits)));
    sections.push(("explanations", "What the words mean", explanations::section()));
    sections.retain(|(_, _, body)| !body.is_empty());
    sections
}
