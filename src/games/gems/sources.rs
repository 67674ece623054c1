//! What the prizes of a game of gems come from: lines of each gem, golden gems, the wheel. Exact by the ways of each prize (D7); counted by the referee, gain by gain.

use super::observables::Counters;
use super::params::Params;
use crate::prize::TierId;
use crate::spec::{Findings, GameFile, Offer};
use crate::tally::{Measure, Sources, Tally, TierSources};

/// The sources of the prizes of `file` at `offer`, and what the referee counted of each in a run.
///
/// # Errors
/// Every mistake in the section `[gems]`.
pub fn sources(file: &GameFile, offer: &Offer, tally: &Tally) -> Result<Sources, Findings> {
    let params = Params::read(file, offer)?;
    let counters = Counters::new(&params, &offer.table);
    let rules = &params.rules;
    let gems = rules.gems.len();
    let cents = |amount: crate::money::Cents| u128::try_from(amount.0).unwrap_or(0);
    let mut names: Vec<(String, String)> = rules.gems.iter().map(|gem| (format!("lines of {}", gem.name), "lines".to_owned())).collect();
    names.push(("golden gems".to_owned(), "golden gems".to_owned()));
    names.push(("the wheel".to_owned(), "the wheel".to_owned()));
    let tier = |tier: TierId| {
        let mut one = TierSources::unknown(names.len());
        let mut exact = vec![0_u128; names.len()];
        let mut total = 0;
        for (way, weight) in &params.ways[tier.index()] {
            let weight = u128::from(*weight);
            for (gem, lines) in
                rules.gems.iter().zip(&way.lines).enumerate().map(|(number, (gem, &lines))| (number, cents(gem.line) * u128::from(lines)))
            {
                exact[gem] += weight * lines;
            }
            exact[gems] += if way.gold { weight * cents(rules.gold_prize) } else { 0 };
            exact[gems + 1] += weight * way.wheel.map_or(0, cents);
            total += weight * cents(offer.table.prize(tier));
        }
        one.exact = exact.into_iter().map(Some).collect();
        one.total = total.max(1);
        if let Some(row) = tally.tiers.get(tier.index()).map(|tier| &tier.row) {
            let count = |at: usize| u128::from(row.get(at).copied().unwrap_or(0));
            for (gem, kind) in rules.gems.iter().enumerate() {
                one.seen[gem] = count(counters.lines + gem) * cents(kind.line);
            }
            one.seen[gems] = count(counters.gold + rules.gold_needed as usize) * cents(rules.gold_prize);
            let stops = rules.wheel.iter().zip(1..).map(|(&sum, stop)| count(counters.wheel + stop) * cents(sum));
            one.seen[gems + 1] = stops.sum();
        }
        one
    };
    let tiers = offer.table.ids().map(tier).collect();
    Ok(Sources { names, measure: Measure::Counted, tiers })
}

#[cfg(test)]
mod tests {
    use super::super::Tracer;
    use super::*;
    use crate::engine::{Judging, Plan, Sampling, Watch, run};
    use crate::tally::Place;

    /// The counts of the referee and the explanation of every visual of a run, which share no loop, name the same sources; both give the prizes.
    #[test]
    fn counted_and_explained_sources_agree() {
        let file = crate::games::check(super::super::DIAMOND_RIVER).unwrap();
        let offer = file.offer(None).unwrap();
        let tracer = Tracer::new(&file, offer).unwrap();
        let game = crate::games::build(&file, None).unwrap();
        let plan = Plan { seed: 5, plays: 1_500, sampling: Sampling::Block, judging: Judging::Full };
        let tally = run(&*game, plan, 1, &Watch::default()).unwrap().tally;
        let found = sources(&file, offer, &tally).unwrap();
        assert_eq!(found.names.len(), 8);
        let cents = |amount: crate::money::Cents| u128::try_from(amount.0).unwrap();
        for (tier, one) in offer.table.ids().zip(&found.tiers) {
            let (prize, plays) = (cents(offer.table.prize(tier)), tally.tiers[tier.index()].judged);
            let mut explained = vec![0_u128; 8];
            for index in (0..plays).filter(|_| prize > 0) {
                let trace = tracer.trace(&game.redraw(5, Place { batch: 0, tier, index }, false).unwrap().json).unwrap();
                trace.throws.iter().flat_map(|throw| &throw.lines).for_each(|line| explained[line.gem] += cents(line.prize));
                explained[6] += if trace.gold_pays() { cents(trace.gold_prize) } else { 0 };
                explained[7] += trace.wheel.map_or(0, cents);
            }
            assert_eq!(one.seen, explained, "tier {}", tier.0);
            assert_eq!(one.seen.iter().sum::<u128>(), prize * u128::from(plays));
            assert_eq!(one.exact.iter().map(|share| share.unwrap()).sum::<u128>(), if prize > 0 { one.total } else { 0 });
            // fixed seed; a source that makes all or nothing of a prize, within six of its standard errors
            for (&seen, exact) in one.seen.iter().zip(&one.exact).filter(|_| prize > 0 && plays > 0) {
                let (share, expected) = (seen as f64 / (prize * u128::from(plays)) as f64, exact.unwrap() as f64 / one.total as f64);
                assert!((share - expected).abs() < 6.0 * (0.25 / plays as f64).sqrt(), "tier {}: {share} {expected}", tier.0);
            }
        }
    }
}
