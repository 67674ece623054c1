//! What the prizes of Star Color come from: the stars of the selected colour, those that explosions uncover, the second set of Extra plays.
//!
//! How much the second set brings is exact: it is played with the probability of an Extra, and each sum goes to it with a declared probability, whatever the prize (S7, S9). How
//! the first set divides depends on chains of explosions: it is measured, on plays drawn for this alone and explained star by star, by the rules (`trace.rs`).

use super::spec;
use super::trace::{Trace, Tracer};
use crate::money::Cents;
use crate::prize::TierId;
use crate::random::{Lanes, Purpose};
use crate::spec::{Findings, GameFile, Offer};
use crate::tally::{Measure, Sources, TierSources};

/// Plays explained, all prizes together.
pub const SAMPLE: u64 = 6_000;
/// Plays of a prize at least.
const LEAST: u64 = 50;
/// Pictures of a seed that nobody asks for by number begin here.
const STREAM: u64 = 1 << 40;

/// Base stars, explosions, the second set.
pub(super) const SOURCES: usize = 3;

/// The sources of the prizes of `file` at `offer`, measured with the streams of `seed`.
///
/// # Errors
/// Every mistake in the section `[stars]`.
pub fn sources(file: &GameFile, offer: &Offer, seed: u64) -> Result<Sources, Findings> {
    let game = super::build(file, offer)?;
    let tracer = Tracer::new(file, offer)?;
    let recipe = file.mechanic_section(|section| Some(spec::read(section)?.recipe(section, offer)?.recipe))?;
    let ((extra, of_plays), (second, of_sums)) = (recipe.winning.extra, recipe.second_set);
    let table = &offer.table;
    let paid = |tier: TierId| i128::from(table.winners(tier)) * table.prize(tier).wide();
    let mut sampled = 0;
    let mut tiers = Vec::new();
    for tier in table.ids() {
        let mut one = TierSources::unknown(SOURCES);
        one.exact[2] = Some(u128::from(extra) * u128::from(second));
        one.total = u128::from(of_plays) * u128::from(of_sums);
        if paid(tier) > 0 {
            let share = i128::from(SAMPLE) * paid(tier) / table.total().max(1);
            one.sampled = u64::try_from(share).unwrap_or(SAMPLE).clamp(LEAST, SAMPLE);
            sampled += one.sampled;
            let mut lanes = Lanes::new(seed, Purpose::Show, STREAM | u64::from(tier.0));
            for _ in 0..one.sampled {
                let Ok(trace) = tracer.trace(&game.show(tier, &mut lanes, false).json) else { continue };
                for (source, gain) in gains(&trace).into_iter().enumerate() {
                    let gain = u128::try_from(gain.0).unwrap_or(0);
                    one.seen[source] += gain;
                    one.squares[source] += gain * gain;
                }
            }
        }
        tiers.push(one);
    }
    let names = ["base stars", "explosions", "the Extra set"].map(|name| (name.to_owned(), name.to_owned())).to_vec();
    Ok(Sources { names, measure: Measure::Sample(sampled), tiers })
}

/// What a play gains by source.
pub(super) fn gains(trace: &Trace) -> [Cents; SOURCES] {
    let Some((first, others)) = trace.sets.split_first() else { return [Cents::ZERO; SOURCES] };
    let of = |exploded: bool| first.stars.iter().filter(|star| star.wave.is_some_and(|wave| (wave > 0) == exploded)).map(|star| star.sum).sum();
    [of(false), of(true), others.iter().map(|set| set.gain).sum()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(edit: impl Fn(&str) -> String, seed: u64) -> (Sources, Vec<i64>) {
        let file = crate::games::check(&edit(super::super::STAR_COLOR)).unwrap();
        let offer = file.offer(None).unwrap();
        let prizes = offer.table.tiers().iter().map(|tier| tier.prize.0).collect();
        (sources(&file, offer, seed).unwrap(), prizes)
    }

    #[test]
    fn every_sampled_prize_is_divided_whole() {
        let (found, prizes) = of(str::to_owned, 42);
        let Measure::Sample(plays) = found.measure else { panic!("measured on a sample") };
        assert_eq!(plays, found.tiers.iter().map(|tier| tier.sampled).sum::<u64>());
        assert!(plays > SAMPLE * 9 / 10, "{plays}");
        let mut extra = [0_u128; 2];
        for (one, &prize) in found.tiers.iter().zip(&prizes) {
            let paid = u128::try_from(prize).unwrap() * u128::from(one.sampled);
            assert_eq!(one.seen.iter().sum::<u128>(), paid);
            extra = [extra[0] + one.seen[2], extra[1] + paid];
            // S7, S9: 0.08 x 1/2
            assert_eq!(one.exact[2].unwrap() * 25, one.total);
        }
        let share = extra[0] as f64 / extra[1] as f64;
        // fixed seed; a play that gives all or nothing to the second set, weighed by prizes: five standard errors of a few thousand
        assert!((share - 0.04).abs() < 0.025, "{share}");
        assert!(found.tiers[3].seen.iter().all(|&seen| seen > 0), "every source pays the prize of 12");
        assert_ne!(of(str::to_owned, 43).0.tiers, found.tiers, "another seed draws other plays");
    }

    #[test]
    fn without_explosions_and_extra_all_comes_from_base_stars() {
        let plain =
            |text: &str| text.replace("explosions = [60, 28, 9, 3]", "explosions = [1, 0, 0, 0]").replace("extra = \"0.08\"", "extra = \"0\"");
        let (found, _) = of(plain, 1);
        assert!(found.tiers.iter().all(|one| one.seen[1] == 0 && one.seen[2] == 0 && one.exact[2] == Some(0)));
        assert!(found.tiers[0].seen[0] > 0);
    }
}
