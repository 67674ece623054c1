//! The return by each definition, where not every prize is cash: a return without its definition says nothing.

use crate::spec::{Kind, Offer};

/// Three returns of the same plays, in stakes.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Definitions {
    /// Every prize at its declared value.
    pub face_value: f64,
    /// Prizes of cash alone.
    pub cash_only: f64,
    /// Every prize but free tickets, for each ticket that is paid for: free tickets are played again, and cost nothing. `None` where all tickets are free.
    pub per_paid_ticket: Option<f64>,
}

/// The returns of `counts` plays of each tier (the losing tier last); `None` of an offer whose prizes are all cash, where they are one.
///
/// With `a` paid in all but free tickets, `f` free tickets in `n` plays and the stake `s`, the last one is `a / ((n - f) s)`.
#[must_use]
pub fn definitions(offer: &Offer, counts: &[u64]) -> Option<Definitions> {
    if offer.all_cash() {
        return None;
    }
    let table = &offer.table;
    let plays: i128 = counts.iter().map(|&count| i128::from(count)).sum();
    let of = |accepted: &dyn Fn(Kind) -> bool| -> (i128, i128) {
        let rows = table.tiers().iter().zip(&offer.kinds).zip(counts).filter(|((_, kind), _)| accepted(**kind));
        rows.fold((0, 0), |(paid, count), ((tier, _), &plays)| (paid + tier.prize.wide() * i128::from(plays), count + i128::from(plays)))
    };
    let (all, _) = of(&|_| true);
    let (cash, _) = of(&|kind| kind == Kind::Cash);
    let (but_tickets, _) = of(&|kind| kind != Kind::FreeTicket);
    let (_, tickets) = of(&|kind| kind == Kind::FreeTicket);
    let share = |paid: i128, tickets: i128| paid as f64 / (tickets as f64 * table.stake().0 as f64);
    let paid_tickets = plays - tickets;
    Some(Definitions {
        face_value: share(all, plays),
        cash_only: share(cash, plays),
        per_paid_ticket: (paid_tickets > 0).then(|| share(but_tickets, paid_tickets)),
    })
}
