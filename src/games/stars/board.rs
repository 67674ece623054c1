//! The board of a game of stars, as its file says it: read, and checked for places.

use super::any::reach::Reach;
use super::generator::MOST_EXPLOSIONS;
use super::shape::{MOST_COLOURS, MOST_STARS, Shape};
use super::spec::Occasion;
use crate::money::quotable;
use crate::spec::{Placed, Section};

/// The board: that of Star Color where nothing is said.
pub fn read_shape(section: &Section<'_>) -> Option<Shape> {
    let built_in = Shape::built_in();
    let side = |key: &str, built_in: usize| {
        if !section.has(key) {
            return Some(Placed { value: built_in, span: section.span() });
        }
        let number = section.whole(key)?;
        let side = usize::try_from(number.value).ok().filter(|side| (1..=MOST_STARS).contains(side));
        if side.is_none() {
            section.error(number.span.clone(), format!("`stars.{key}` is {}", number.value), format!("write a whole number from 1 to {MOST_STARS}"));
        }
        side.map(|value| Placed { value, span: number.span })
    };
    let (rows, columns) = (side("rows", built_in.rows), side("columns", built_in.columns));
    let colours = if section.has("colours") { read_colours(section) } else { Some(Placed { value: built_in.colours, span: section.span() }) };
    let contacts = section.optional_whole("contacts");
    if let Some(contacts) = contacts.as_ref().filter(|contacts| contacts.value != 4 && contacts.value != 8) {
        section.error(
            contacts.span.clone(),
            format!("`stars.contacts` is {}", contacts.value),
            "write 8 (stars that share an edge or a corner are in direct contact) or 4 (an edge)",
        );
    }
    let (rows, columns, colours) = (rows?, columns?, colours?);
    let stars = rows.value * columns.value;
    if !(2..=MOST_STARS).contains(&stars) {
        section.error(
            rows.span,
            format!("a board of {} x {} has {stars} stars", rows.value, columns.value),
            format!("this program plays boards of 2 to {MOST_STARS} stars"),
        );
        return None;
    }
    let many = colours.value.len();
    if !stars.is_multiple_of(many) {
        let right: Vec<String> = (2..=MOST_COLOURS).filter(|many| stars.is_multiple_of(*many)).map(|many| many.to_string()).collect();
        let help = if right.is_empty() {
            "change the rows or the columns".to_owned()
        } else {
            format!("list {} colours in `stars.colours`, or change the board", right.join(" or "))
        };
        section.error(
            colours.span,
            format!("{} x {} stars cannot be shared out to {many} colours, as many stars to each", rows.value, columns.value),
            help,
        );
        return None;
    }
    let corners = contacts.is_none_or(|contacts| contacts.value != 4);
    Some(Shape { rows: rows.value, columns: columns.value, colours: colours.value, corners })
}

/// The words of the colours: pictures show their first two letters.
fn read_colours(section: &Section<'_>) -> Option<Placed<Vec<String>>> {
    let colours = section.texts("colours")?;
    let mut right = true;
    let mut wrong = |message: String, help: String| {
        section.error(colours.span.clone(), message, help);
        right = false;
    };
    if !(2..=MOST_COLOURS).contains(&colours.value.len()) {
        wrong(format!("`stars.colours` lists {} colours", colours.value.len()), format!("list 2 to {MOST_COLOURS}"));
        return None;
    }
    for (place, colour) in colours.value.iter().enumerate() {
        if !(2..=24).contains(&colour.len()) || !colour.bytes().all(|byte| byte.is_ascii_lowercase()) {
            wrong(format!("a colour is named `{}`", quotable(colour)), "use 2 to 24 small letters from a to z".to_owned());
        } else if let Some(other) = colours.value[..place].iter().find(|other| other.get(..2) == colour.get(..2)) {
            wrong(
                format!("the colours `{}` and `{colour}` begin with the same two letters", quotable(other)),
                "pictures show the first two letters: name them otherwise".to_owned(),
            );
        }
    }
    right.then_some(colours)
}

/// Every explosion that may be drawn must find a place.
pub fn check_places(section: &Section<'_>, shape: &Shape, kinds: Option<[u64; 3]>, occasions: [(&str, &Option<Placed<Occasion>>); 2]) {
    let Some(kinds) = kinds else { return };
    let reach = Reach::new(shape);
    let most = (1..=MOST_EXPLOSIONS).take_while(|&explosions| reach.always_has_place(shape, kinds, explosions)).count();
    for (name, occasion) in occasions {
        let Some(occasion) = occasion else { continue };
        let Some(wanted) = (most + 1..=MOST_EXPLOSIONS).find(|&explosions| occasion.value.explosions[explosions] > 0) else { continue };
        let sets = if wanted == 1 { "1 explosion".to_owned() } else { format!("{wanted} explosions") };
        section.error(
            occasion.span.clone(),
            format!(
                "`stars.{name}.explosions` has sets of {sets}, but on {} x {} stars of {} colours the last one may find no star to uncover",
                shape.rows,
                shape.columns,
                shape.colours.len()
            ),
            format!("write weight 0 from {wanted} explosions on, weigh other kinds in `stars.kinds`, or make the board larger"),
        );
    }
}
