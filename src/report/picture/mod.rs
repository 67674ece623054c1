//! Pictures of plays, drawn as players know them: contact sheets, and one play step by step.
//!
//! ```text
//! JSON of a visual -> Tracer (games) -> Trace -> Card with its Board -> Sheet -> Picture (SVG, PNG)
//!                                          \-> steps_text
//! ```
//! What pays, and why, comes from the trace, which reads the visual by the rules: nothing of the generator is known here.

mod album;
mod canvas;
mod card;
mod colours;
mod cut;
mod dice;
mod gems;
mod key;
mod pack;
mod sheet;
mod stars;
mod steps;
#[cfg(test)]
mod tests;
mod wheel;
mod words;

pub use album::Request;
pub use sheet::{Album, MOST_VISUALS, Shot, card_picture, contact_sheet, key_picture, step_sheet};
pub use steps::steps_text;
pub use words::account;
