//! `environment.json`: everything that may differ between two equal runs.

use sim::engine::Plan;
use sim::json;
use sim::run_file::PROGRAM;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// When a run began.
pub struct Clock {
    began: SystemTime,
    instant: Instant,
}

impl Clock {
    /// Now.
    pub fn start() -> Self {
        Self { began: SystemTime::now(), instant: Instant::now() }
    }

    /// The content of `environment.json` for a run that ends now.
    pub fn stop(&self, plan: Plan, threads: usize) -> String {
        self.record(plan.plays, threads, &[])
    }

    /// The same of so many plays, and what else is known.
    pub fn record(&self, plays: u64, threads: usize, more: &[(&str, String)]) -> String {
        let elapsed = self.instant.elapsed();
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let mut pairs = vec![
            ("format", json::line(&1)),
            ("program", json::line(PROGRAM)),
            ("command", json::line(&words)),
            ("began_utc", json::line(&utc(self.began.duration_since(UNIX_EPOCH).unwrap_or_default()))),
            ("elapsed_seconds", json::line(&elapsed.as_secs_f64())),
            ("plays_per_second", json::line(&rate(plays, elapsed))),
            ("threads", json::line(&threads)),
            ("cores", json::line(&cores)),
            ("host", json::line(&host())),
            ("system", json::line(&format!("{} {}", std::env::consts::OS, std::env::consts::ARCH))),
            ("processor", json::line(&processor())),
        ];
        pairs.extend_from_slice(more);
        json::object(&pairs)
    }
}

/// Plays a second, for people: not part of any result.
#[allow(clippy::float_arithmetic)]
fn rate(plays: u64, elapsed: Duration) -> f64 {
    plays as f64 / elapsed.as_secs_f64().max(1e-9)
}

/// The name of this machine.
pub fn host() -> Option<String> {
    let named = std::fs::read_to_string("/proc/sys/kernel/hostname").ok().map(|name| name.trim().to_owned());
    named.or_else(|| std::env::var("HOSTNAME").ok()).or_else(|| std::env::var("COMPUTERNAME").ok()).filter(|name| !name.is_empty())
}

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim().to_owned())
}

/// A moment since 1970 as `2026-11-30T02:16:00Z` (Howard Hinnant's civil calendar, whole days).
fn utc(since_1970: Duration) -> String {
    let seconds = since_1970.as_secs();
    let (days, clock) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", clock / 3600, clock / 60 % 60, clock % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_827_696, "2000-02-29T12:34:56Z"),
            (1_796_091_360, "2026-12-01T02:16:00Z"),
            (4_102_444_799, "2099-12-31T23:59:59Z"),
        ] {
            assert_eq!(utc(Duration::from_secs(seconds)), text);
        }
    }
}
