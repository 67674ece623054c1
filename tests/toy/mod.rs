//! A game with a closed-form answer: one die. A six pays 10, a five pays 2, the other faces nothing, and equally often.

use sim::engine::Watch;
use sim::game::{Game, Verdict, VisualError};
use sim::money::Cents;
use sim::prize::{PrizeTable, TierId};
use sim::random::{Lanes, Words};
use sim::tally::{Basis, Law, Observable, Target, Unit};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What the player sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Die {
    /// 1 to 6.
    pub face: u64,
    /// Whether it leans against the box, so that two readers could see two faces.
    pub leaning: bool,
}

/// One die, with faults to be found.
pub struct OneDie {
    table: PrizeTable,
    observables: Vec<Observable>,
    /// A wrong face is shown once in so many plays on average; 0 for never.
    pub wrong_once_in: u64,
    /// A leaning die is shown once in so many plays on average; 0 for never.
    pub leaning_once_in: u64,
    /// Stops the run when so many plays are done.
    pub stop: Option<(u64, Arc<Watch>)>,
}

/// Shares of the faces of each tier: a six, a five, or one of four.
pub const FACES: [[u128; 6]; 3] = [[0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 0], [1, 1, 1, 1, 0, 0]];

impl OneDie {
    /// A sound game with `sixes` and `fives` in a block of `block` plays.
    pub fn new(block: u64, sixes: u64, fives: u64) -> Self {
        let table = PrizeTable::new(Cents(100), block, &[(Cents(1000), sixes), (Cents(200), fives)]).unwrap();
        let targets = table
            .ids()
            .zip(FACES)
            .map(|(tier, shares)| Target { condition: table.name(tier), tiers: vec![tier], basis: Basis::Exact, law: Law::Shares(shares.to_vec()) })
            .collect();
        let faces = Observable {
            name: "face".to_owned(),
            about: "the face shown".to_owned(),
            unit: Unit::Die,
            values: (1..=6).map(|face| face.to_string()).collect(),
            marks: false,
            board: None,
            targets,
            beside: None,
        };
        Self { table, observables: vec![faces], wrong_once_in: 0, leaning_once_in: 0, stop: None }
    }
}

impl Game for OneDie {
    type Visual = Die;
    type Evidence = u64;
    type Pending = ();
    const CHUNK: usize = 512;

    fn prize_table(&self) -> &PrizeTable {
        &self.table
    }

    fn observables(&self) -> &[Observable] {
        &self.observables
    }

    fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Die]) {
        if let Some((plays, watch)) = &self.stop
            && watch.done.load(Ordering::Relaxed) >= *plays
        {
            watch.stop.store(true, Ordering::Relaxed);
        }
        for die in visuals {
            let right = [6, 5, lanes.below(4) + 1][tier.index()];
            let wrong = self.wrong_once_in > 0 && lanes.below(self.wrong_once_in) == 0;
            let leaning = self.leaning_once_in > 0 && lanes.word().is_multiple_of(self.leaning_once_in);
            *die = Die { face: if wrong { 7 - right } else { right }, leaning };
        }
    }

    fn judge(&self, visuals: &[Die], verdicts: &mut [Verdict<u64>]) {
        for (die, verdict) in visuals.iter().zip(verdicts) {
            let prize = match die.face {
                6 => Cents(1000),
                5 => Cents(200),
                _ => Cents::ZERO,
            };
            *verdict = Verdict { prize, ambiguous: die.leaning, evidence: die.face };
        }
    }

    fn observe(&self, _first: u64, _visuals: &[Die], verdicts: &[Verdict<u64>], (): &mut (), row: &mut [u64]) {
        for verdict in verdicts {
            row[usize::try_from(verdict.evidence - 1).unwrap()] += 1;
        }
        row[6] += verdicts.len() as u64;
    }

    fn settle(&self, (): &mut (), _row: &mut [u64]) {}

    fn json(&self, die: &Die, verdict: &Verdict<u64>) -> String {
        format!("{{\"face\":{},\"leaning\":{},\"prize_cents\":{}}}", die.face, die.leaning, verdict.prize.0)
    }

    fn read_json(&self, line: &str) -> Result<Die, VisualError> {
        let value: serde_json::Value = serde_json::from_str(line).map_err(|error| VisualError(error.to_string()))?;
        let face = value["face"].as_u64().filter(|face| (1..=6).contains(face)).ok_or_else(|| VisualError("a die has six faces".to_owned()))?;
        Ok(Die { face, leaning: value["leaning"].as_bool().unwrap_or(false) })
    }

    fn picture(&self, die: &Die, _verdict: &Verdict<u64>, _colour: bool) -> String {
        format!("[{}]{}\n", die.face, if die.leaning { "/" } else { "" })
    }

    fn read_picture(&self, picture: &str) -> Result<Die, VisualError> {
        let face = picture.trim().strip_prefix('[').and_then(|rest| rest.chars().next()).and_then(|face| face.to_digit(10));
        face.map(|face| Die { face: u64::from(face), leaning: picture.contains('/') }).ok_or_else(|| VisualError("no die".to_owned()))
    }
}
