//! What a game is: a prize becomes a visual, a referee scores the visual again, and what it saw is counted.

use crate::money::Cents;
use crate::prize::{BATCH_PLAYS, Batch, PrizeTable, TierId};
use crate::random::{Lanes, Purpose};
use crate::tally::{Fault, Observable, Place, Tally, Witness};
use crate::vector::{Work, wide};

/// What the referee says of a visual: how much it pays, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict<E> {
    /// The sum of all gains the visual shows.
    pub prize: Cents,
    /// Whether two readers of the rules could score it differently: never shown by a sound generator.
    pub ambiguous: bool,
    /// What the referee saw, for the observables.
    pub evidence: E,
}

impl<E> Verdict<E> {
    /// Whether a visual that should pay `prize` is anything else: without a branch, for almost every one is right.
    #[allow(clippy::needless_bitwise_bool)] // lazy operators are branches
    #[inline(always)]
    #[must_use]
    pub fn is_wrong(&self, prize: Cents) -> bool {
        (self.prize != prize) | self.ambiguous
    }
}

/// A game at one stake. The generator knows the prize and draws a visual for it; the referee sees the visual alone.
///
/// Small, and no default body that lies. `generate` fills `visuals` in order, and the first `k` visuals of a call do not depend on how
/// many follow: so a visual of a run can be drawn again alone.
///
/// `generate`, `judge`, `observe` and `examine` are hot: mark them, and what they call, `#[inline(always)]`, so that they are compiled for wide vectors too (see [`crate::vector`]).
pub trait Game: Sync {
    /// What the player sees, packed.
    type Visual: Clone + Default + Send + Sync;
    /// What the referee saw.
    type Evidence: Clone + Default + Send;
    /// What is counted and not yet in the row: small counters, or nothing.
    type Pending: Default;

    /// Visuals worked on together, drawn, judged and counted before the next ones: few enough to stay in a near cache. Part of a visual's identity.
    const CHUNK: usize;

    /// The prize table in force.
    fn prize_table(&self) -> &PrizeTable;
    /// What is counted, with its targets.
    fn observables(&self) -> &[Observable];
    /// Draws visuals that show the prize of `tier`.
    fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Self::Visual]);
    /// Scores each visual by the rules; never learns the tier. `verdicts.len() == visuals.len()`; every verdict is overwritten, whatever it held.
    fn judge(&self, visuals: &[Self::Visual], verdicts: &mut [Verdict<Self::Evidence>]);
    /// Counts what the referee saw into `row`, laid out by [`Observable::offsets`], or into `pending`. `first` is the number of the first visual of the slice among those of its
    /// tier and batch.
    fn observe(&self, first: u64, visuals: &[Self::Visual], verdicts: &[Verdict<Self::Evidence>], pending: &mut Self::Pending, row: &mut [u64]);
    /// [`Game::judge`] and [`Game::observe`], one after the other, of visuals that should pay `prize`: whether any of them is wrong. A game that can do both in one pass does, with the same counts; then
    /// nobody may read `verdicts`, which are room to work in.
    #[inline(always)]
    fn examine(
        &self,
        first: u64,
        prize: Cents,
        visuals: &[Self::Visual],
        verdicts: &mut [Verdict<Self::Evidence>],
        pending: &mut Self::Pending,
        row: &mut [u64],
    ) -> bool {
        self.judge(visuals, verdicts);
        self.observe(first, visuals, verdicts, pending, row);
        verdicts.iter().fold(false, |wrong, verdict| wrong | verdict.is_wrong(prize))
    }
    /// Adds what is pending to the row of its tier, and leaves nothing pending: after the last visual of a tier and batch.
    fn settle(&self, pending: &mut Self::Pending, row: &mut [u64]);

    /// The visual as one line of JSON (the contract's words), with the prize that the referee found.
    fn json(&self, visual: &Self::Visual, verdict: &Verdict<Self::Evidence>) -> String;
    /// Reads a visual from its JSON; keys that only comment on it (`game`, `prize_cents`, `points`) are ignored.
    ///
    /// # Errors
    /// What is wrong, in words.
    fn read_json(&self, line: &str) -> Result<Self::Visual, VisualError>;
    /// The visual as a text picture of several lines; `colour` adds ANSI colours (never meaning by colour alone).
    fn picture(&self, visual: &Self::Visual, verdict: &Verdict<Self::Evidence>, colour: bool) -> String;
    /// Reads a visual from its uncoloured text picture.
    ///
    /// # Errors
    /// What is wrong, in words.
    fn read_picture(&self, picture: &str) -> Result<Self::Visual, VisualError>;
}

/// A text that is no visual of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VisualError(pub String);

/// A visual made ready to be shown, with the referee's verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What the referee scored.
    pub prize: Cents,
    /// Whether it could be scored in two ways.
    pub ambiguous: bool,
    /// One line of JSON.
    pub json: String,
    /// The text picture.
    pub picture: String,
}

/// Visuals that most games work on together.
pub const CHUNK: usize = 512;

/// A game as the engine and the program see it: no type of the game shows through.
pub trait Playable: Send + Sync {
    /// Whether a play shows more than its prize: without a visual nothing is drawn or judged.
    fn has_visual(&self) -> bool;
    /// The prize table in force.
    fn prize_table(&self) -> &PrizeTable;
    /// What is counted, with its targets.
    fn observables(&self) -> &[Observable];
    /// Plays a batch: draws a visual for each play, judges it, counts what is seen, into `tally`.
    fn play(&self, seed: u64, batch: &Batch, tally: &mut Tally);
    /// Draws visuals of a batch without judging them: for timing the stages apart.
    fn draw_only(&self, seed: u64, batch: &Batch);
    /// Draws one visual of `tier` from the lanes of a picture stream.
    fn show(&self, tier: TierId, lanes: &mut Lanes, colour: bool) -> Shown;
    /// Draws a visual of a run again.
    ///
    /// # Errors
    /// When no batch has such a place.
    fn redraw(&self, seed: u64, place: Place, colour: bool) -> Result<Shown, VisualError>;
    /// Reads a visual from JSON and judges it.
    ///
    /// # Errors
    /// When the line is no visual of the game.
    fn judge_json(&self, line: &str, colour: bool) -> Result<Shown, VisualError>;
    /// Reads a visual from its text picture and judges it.
    ///
    /// # Errors
    /// When the text is no picture of the game.
    fn judge_picture(&self, picture: &str, colour: bool) -> Result<Shown, VisualError>;
}

/// Batches of one run: as many as the index of a play's stream can name beside the tier.
pub const MOST_BATCHES: u64 = 1 << 48;

/// The stream of the visuals of one tier of one batch, `batch < MOST_BATCHES`.
#[must_use]
pub fn play_lanes(seed: u64, batch: u64, tier: TierId) -> Lanes {
    Lanes::new(seed, Purpose::Play, batch << 16 | u64::from(tier.0))
}

/// The chunks of so many visuals: the number of the first one, and how many.
#[inline(always)]
fn chunks<G: Game>(count: u64) -> impl Iterator<Item = (u64, usize)> {
    (0..count).step_by(G::CHUNK).map(move |first| (first, usize::try_from(count - first).unwrap_or(G::CHUNK).min(G::CHUNK)))
}

/// Plays a batch: the hot loop of every run. Without a tally the visuals are drawn, and no more.
struct Play<'a, G> {
    game: &'a G,
    seed: u64,
    batch: &'a Batch,
    tally: Option<&'a mut Tally>,
}

impl<G: Game> Work for Play<'_, G> {
    type Output = ();

    // compiled once for each kind of processor, and nowhere else: all of a game's hot code is inlined here
    #[inline(always)]
    fn run(self) {
        let Self { game, seed, batch, mut tally } = self;
        let mut visuals = vec![G::Visual::default(); G::CHUNK];
        let mut verdicts = vec![Verdict::<G::Evidence>::default(); G::CHUNK];
        let mut pending = G::Pending::default();
        for (tier, &count) in game.prize_table().ids().zip(&batch.counts) {
            if count == 0 {
                continue;
            }
            let prize = game.prize_table().prize(tier);
            let mut lanes = play_lanes(seed, batch.index, tier);
            let mut suspects = Vec::new();
            for (first, size) in chunks::<G>(count) {
                let (visuals, verdicts) = (&mut visuals[..size], &mut verdicts[..size]);
                game.generate(tier, &mut lanes, visuals);
                let Some(tally) = &mut tally else {
                    std::hint::black_box(visuals);
                    continue;
                };
                if game.examine(first, prize, visuals, verdicts, &mut pending, &mut tally.tiers[tier.index()].row) {
                    judge_again(game, visuals, verdicts);
                    add_suspects(Place { batch: batch.index, tier, index: first }, verdicts, prize, &mut suspects);
                }
            }
            if let Some(tally) = &mut tally {
                game.settle(&mut pending, &mut tally.tiers[tier.index()].row);
                add_to(tally, tier, count, suspects);
            }
        }
    }
}

/// Adds the visuals of a tier to a tally, with what is wrong among them.
fn add_to(tally: &mut Tally, tier: TierId, judged: u64, suspects: Vec<Witness>) {
    tally.tiers[tier.index()].judged += judged;
    for suspect in suspects {
        match suspect.fault {
            Fault::Mismatch => *tally.mismatches.entry((tier, suspect.judged)).or_insert(0) += 1,
            Fault::Ambiguous => tally.tiers[tier.index()].ambiguous += 1,
        }
        tally.witness(suspect);
    }
}

/// Notes what is wrong among the verdicts on visuals from `first` on, of which each should pay `prize`.
#[cold]
#[inline(never)]
fn add_suspects<E>(first: Place, verdicts: &[Verdict<E>], prize: Cents, suspects: &mut Vec<Witness>) {
    for (index, verdict) in (first.index..).zip(verdicts) {
        let mut add = |fault: Fault| suspects.push(Witness { fault, place: Place { index, ..first }, judged: verdict.prize });
        if verdict.prize != prize {
            add(Fault::Mismatch);
        }
        if verdict.ambiguous {
            add(Fault::Ambiguous);
        }
    }
}

/// Judges visuals of which one is wrong: seldom, and away from the hot loop.
#[cold]
#[inline(never)]
fn judge_again<G: Game>(game: &G, visuals: &[G::Visual], verdicts: &mut [Verdict<G::Evidence>]) {
    game.judge(visuals, verdicts);
}

/// Draws a few visuals, where speed does not matter: one copy of the game's hot code serves them all.
#[inline(never)]
fn draw<G: Game>(game: &G, tier: TierId, lanes: &mut Lanes, visuals: &mut [G::Visual]) {
    game.generate(tier, lanes, visuals);
}

fn shown<G: Game>(game: &G, visual: &G::Visual, colour: bool) -> Shown {
    let mut verdicts = [Verdict::default()];
    game.judge(std::slice::from_ref(visual), &mut verdicts);
    let [verdict] = verdicts;
    Shown { prize: verdict.prize, ambiguous: verdict.ambiguous, json: game.json(visual, &verdict), picture: game.picture(visual, &verdict, colour) }
}

/// Any game is playable: the hot loop stands here once, and is compiled for each game.
impl<G: Game + Send> Playable for G {
    fn has_visual(&self) -> bool {
        true
    }

    fn prize_table(&self) -> &PrizeTable {
        Game::prize_table(self)
    }

    fn observables(&self) -> &[Observable] {
        Game::observables(self)
    }

    fn play(&self, seed: u64, batch: &Batch, tally: &mut Tally) {
        wide(Play { game: self, seed, batch, tally: Some(tally) });
    }

    fn draw_only(&self, seed: u64, batch: &Batch) {
        wide(Play { game: self, seed, batch, tally: None });
    }

    fn show(&self, tier: TierId, lanes: &mut Lanes, colour: bool) -> Shown {
        let mut visual = [G::Visual::default()];
        draw(self, tier, lanes, &mut visual);
        shown(self, &visual[0], colour)
    }

    fn redraw(&self, seed: u64, place: Place, colour: bool) -> Result<Shown, VisualError> {
        let Place { batch, tier, index } = place;
        let tiers = Game::prize_table(self).tiers().len();
        if batch >= MOST_BATCHES || tier.index() >= tiers || index >= BATCH_PLAYS {
            let last = (tiers - 1, BATCH_PLAYS - 1);
            return Err(VisualError(format!(
                "no visual stands at {batch}:{}:{index}: tiers go from 0 to {}, visuals of a tier and batch from 0 to {}",
                tier.0, last.0, last.1
            )));
        }
        let mut visuals = vec![G::Visual::default(); G::CHUNK];
        let mut lanes = play_lanes(seed, batch, tier);
        let mut last = 0;
        for (_, size) in chunks::<G>(index + 1) {
            draw(self, tier, &mut lanes, &mut visuals[..size]);
            last = size - 1;
        }
        Ok(shown(self, &visuals[last], colour))
    }

    fn judge_json(&self, line: &str, colour: bool) -> Result<Shown, VisualError> {
        Ok(shown(self, &self.read_json(line)?, colour))
    }

    fn judge_picture(&self, picture: &str, colour: bool) -> Result<Shown, VisualError> {
        Ok(shown(self, &self.read_picture(picture)?, colour))
    }
}
