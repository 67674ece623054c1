//! One play for every prize of a run's offer, drawn with the run's seed.

use super::exhibits::{Gallery, Play};
use super::picture::{Request, Shot, account, card_picture, key_picture};
use super::{Run, words};
use crate::engine::Judging;
use crate::game::Playable;
use crate::games::{Tracer, tracer};
use crate::money::Cents;
use crate::prize::TierId;
use crate::random::{Lanes, Purpose};

/// Plays shown, the losing one among them.
const MOST: usize = 16;
/// Width of the key of symbols.
const KEY_WIDTH: f64 = 660.0;

/// The plays; a game that cannot be drawn leaves a note, no failure.
#[must_use]
pub fn gallery(run: &Run<'_>, playable: &dyn Playable) -> Gallery {
    if !run.game.has_visual() {
        return Gallery { note: "The game is a prize table alone: its plays have no visual.".to_owned(), ..Gallery::default() };
    }
    if run.plan.judging == Judging::None {
        return Gallery { note: "No visual was drawn in this run (`--judge none`).".to_owned(), ..Gallery::default() };
    }
    match tracer(run.game, Some(run.offer.table.stake())) {
        Ok(tracer) => drawn(run, playable, &tracer),
        Err(error) => Gallery { note: format!("The plays of this game are not drawn: {error}."), ..Gallery::default() },
    }
}

fn drawn(run: &Run<'_>, playable: &dyn Playable, tracer: &Tracer) -> Gallery {
    let tiers = run.offer.table.tiers();
    let losing = tiers.len().saturating_sub(1);
    let left_out = tiers.len().saturating_sub(MOST);
    let mut gallery = Gallery::default();
    let word = words::game_word(run);
    for (tier, number) in tiers.iter().zip(0_u16..) {
        let at = usize::from(number);
        if tier.winners == 0 || (at >= MOST - 1 && at < losing) {
            continue;
        }
        let shown = playable.show(TierId(number), &mut Lanes::new(run.plan.seed, Purpose::Show, number.into()), false);
        let Ok(trace) = tracer.trace(&shown.json) else { continue };
        let shot = Shot { trace, place: format!("play {number} of seed {}", run.plan.seed) };
        let request = Request {
            game: run.game,
            named: &word,
            stake: run.offer.table.stake(),
            prize: Some(tier.prize),
            count: 1,
            // a number of its own for every prize: plays of one number begin alike
            from: number.into(),
            seed: run.plan.seed,
            at: None,
            steps: false,
            format: "svg",
        };
        let currency = &run.game.currency;
        let Ok(picture) = card_picture(&shot, currency) else { continue };
        if gallery.key.is_none() {
            gallery.key = key_picture(&shot, currency, KEY_WIDTH).ok().map(|key| key.svg().to_owned());
        }
        let prize = if tier.prize == Cents::ZERO { "no gain".to_owned() } else { format!("{} {currency}", run.offer.table.amount(tier.prize)) };
        let command = format!("{} -o play.svg", request.command().trim_end_matches(" --format svg"));
        gallery.plays.push(Play { prize, account: account(&shot.trace, currency), command, svg: picture.svg().to_owned() });
    }
    if left_out > 0 {
        gallery.note = format!("{left_out} prizes are left out: `sim show` draws any of them.");
    }
    gallery
}
