//! What a run, or a report of one, writes and prints: the options that all commands share which make the files of a run.

use crate::ui::Colour;
use sim::report::chart;
use sim::report::frame::Locale;
use sim::report::layout::Style;
use std::path::{Path, PathBuf};

/// Options of everything that writes the files of a run and prints its report.
#[derive(Clone, Debug, clap::Args)]
pub struct Output {
    /// Folder of the charts
    #[arg(long, value_name = "DIR", default_value = "notebooks-out")]
    charts: PathBuf,
    /// Draw no charts, and write neither page nor notebook
    #[arg(long)]
    no_charts: bool,
    /// The files of each chart [default: png; of a report, as they are]
    #[arg(long, value_enum, conflicts_with = "no_charts")]
    chart_format: Option<ChartFormat>,
    /// What is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print the content of summary.json instead of the report, as `--format json` does
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// How CSV files are written [default: en; of a report, as they are]
    #[arg(long, value_enum)]
    csv_locale: Option<CsvLocale>,
    /// No progress; one line instead of the report
    #[arg(long)]
    pub quiet: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colour,
}

/// What is printed of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The report, for a terminal
    Text,
    /// The report in Markdown, to be pasted into a ticket
    Md,
    /// The content of summary.json
    Json,
}

/// The printed form of a run.
pub enum Printed {
    /// The content of summary.json.
    Summary,
    /// One line.
    Line,
    /// The report.
    Report(Style),
}

impl Output {
    /// The folder of the charts of the run `name`, unless none are wanted.
    pub fn charts(&self, name: &str) -> Option<PathBuf> {
        (!self.no_charts).then(|| self.charts.join(name))
    }

    /// The files of each chart.
    pub fn chart_format(&self) -> chart::Format {
        self.chart_format.unwrap_or_default().into()
    }

    /// What is to be printed.
    pub fn printed(&self) -> Printed {
        match self.format {
            Format::Json => Printed::Summary,
            _ if self.json => Printed::Summary,
            _ if self.quiet => Printed::Line,
            Format::Md => Printed::Report(Style::MARKDOWN),
            Format::Text => Printed::Report(self.color.style()),
        }
    }

    /// How CSV files are written.
    pub fn csv_locale(&self) -> Locale {
        self.csv_locale.map_or(Locale::En, Into::into)
    }

    /// The same options, with what was not asked for as it is in the folders of a run that was written before.
    pub fn or_as_found(&self, results: &Path, charts: Option<&Path>) -> Self {
        let ends = |ending: &str| {
            let files = charts.and_then(|charts| std::fs::read_dir(charts).ok()).into_iter().flatten().flatten();
            files.into_iter().any(|file| file.path().extension().is_some_and(|found| found == ending))
        };
        let charts = match (ends("png"), ends("svg")) {
            (true, true) => Some(ChartFormat::Both),
            (false, true) => Some(ChartFormat::Svg),
            _ => None,
        };
        let is_french = || std::fs::read(results.join("prizes.csv")).is_ok_and(|text| text.starts_with("\u{feff}".as_bytes()));
        let locale = || is_french().then_some(CsvLocale::Fr);
        Self { chart_format: self.chart_format.or(charts), csv_locale: self.csv_locale.or_else(locale), ..self.clone() }
    }
}

/// How numbers and columns are written in CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum CsvLocale {
    /// RFC 4180: columns apart by `,`, decimal points
    En,
    /// For a French Excel: columns apart by `;`, decimal commas, a mark of UTF-8 at the beginning
    Fr,
}

impl From<CsvLocale> for Locale {
    fn from(locale: CsvLocale) -> Self {
        match locale {
            CsvLocale::En => Self::En,
            CsvLocale::Fr => Self::Fr,
        }
    }
}

/// The files of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum ChartFormat {
    /// Pixels, for a page or a chat
    #[default]
    Png,
    /// Lines and text, sharp at any size, for a slide or a drawing program
    Svg,
    /// Both; page and notebook hold the PNG
    Both,
}

impl From<ChartFormat> for chart::Format {
    fn from(format: ChartFormat) -> Self {
        match format {
            ChartFormat::Png => Self::Png,
            ChartFormat::Svg => Self::Svg,
            ChartFormat::Both => Self::Both,
        }
    }
}
