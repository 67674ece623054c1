//! A small PNG: figures have few colours, so each pixel is one byte that names a colour of a palette.

use super::ChartError;
use std::collections::HashMap;

/// Pixels a metre of 192 dots an inch.
const DOTS_A_METRE: u32 = 7_559;
/// Colours a palette holds.
const COLOURS: usize = 256;
/// Two colours whose channels all differ by less than this may become one: an eye does not tell them apart, and files get smaller.
const ALIKE: u8 = 9;

/// The PNG file of an image of red, green and blue by pixel, row by row.
///
/// # Errors
/// When the encoder refuses.
pub fn png(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, ChartError> {
    encoded(width, height, &palette(rgb, usize::MAX))
}

/// As [`png`], for pictures with more colours than a palette holds: every colour that fills 1/2000 of the picture is kept exactly, however like another it is.
///
/// # Errors
/// When the encoder refuses.
pub fn png_of_areas(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, ChartError> {
    encoded(width, height, &palette(rgb, rgb.len() / 3 / 2_000))
}

fn encoded(width: u32, height: u32, (palette, indices): &(Vec<[u8; 3]>, Vec<u8>)) -> Result<Vec<u8>, ChartError> {
    let failed = |error: png::EncodingError| ChartError::Png(error.to_string());
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: DOTS_A_METRE, yppu: DOTS_A_METRE, unit: png::Unit::Meter }));
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter); // neighbouring indices have nothing in common
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(indices).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

/// A palette, and for each pixel the colour of it that is nearest.
///
/// Frequent colours come first, so flat areas keep theirs exactly; a rarer one is kept too unless it is like one that is there. So no mark, however
/// small, changes its colour by more than [`ALIKE`] (twice, three times as much ... only where a palette would not hold the rest). Colours of `area` pixels
/// and more are kept, however like others they are.
fn palette(rgb: &[u8], area: usize) -> (Vec<[u8; 3]>, Vec<u8>) {
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    // runs of one colour are long: look up each run once
    for run in rgb.as_chunks::<3>().0.chunk_by(|a, b| a == b) {
        *counts.entry(run[0]).or_insert(0) += run.len();
    }
    let mut by_count: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    // equal counts in the order of the colours, so that the file does not depend on chance
    by_count.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let distance = |a: [u8; 3], b: [u8; 3]| a.iter().zip(b).map(|(&a, b)| a.abs_diff(b)).max().unwrap_or(0);
    let cover = |alike: u8| {
        let mut kept: Vec<[u8; 3]> = Vec::new();
        for &(wanted, pixels) in &by_count {
            if kept.len() > COLOURS {
                break;
            }
            if pixels >= area || kept.iter().all(|&known| distance(wanted, known) >= alike) {
                kept.push(wanted);
            }
        }
        kept
    };
    let wider = (1..=u8::MAX / ALIKE).map(|times| cover(times * ALIKE)).find(|kept| kept.len() <= COLOURS);
    let kept = wider.unwrap_or_else(|| by_count.iter().take(COLOURS).map(|&(colour, _)| colour).collect());
    let nearest = |wanted: [u8; 3]| (0..=u8::MAX).zip(&kept).min_by_key(|&(_, &known)| distance(wanted, known)).map_or(0, |(index, _)| index);
    let index: HashMap<[u8; 3], u8> = by_count.iter().map(|&(colour, _)| (colour, nearest(colour))).collect();
    let runs = rgb.as_chunks::<3>().0.chunk_by(|a, b| a == b);
    let indices = runs.flat_map(|run| std::iter::repeat_n(index.get(&run[0]).copied().unwrap_or(0), run.len())).collect();
    (kept, indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(file: Vec<u8>) -> Vec<u8> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    }

    #[test]
    fn few_colours_are_kept_exactly() {
        let rgb: Vec<u8> = (0..25_u8).flat_map(|level| [level * 10, 255 - level * 10, level].repeat(3)).collect();
        assert_eq!(decoded(png(25, 3, &rgb).unwrap()), rgb);
    }

    #[test]
    fn many_colours_become_near_ones() {
        // two flat areas, a ramp of 512 other colours, and one small mark of its own
        let mut rgb = [10, 20, 30].repeat(2_000);
        rgb.extend([200, 210, 220].repeat(2_000));
        rgb.extend(
            (0..512_u32).flat_map(|step| [u8::try_from(step / 2).unwrap(), u8::try_from(255 - step / 2).unwrap(), u8::try_from(step % 2).unwrap()]),
        );
        rgb.extend([255, 0, 255]);
        let back = decoded(png(4_513, 1, &rgb).unwrap());
        assert_eq!(back[..12_000], rgb[..12_000]);
        assert_eq!(back[back.len() - 3..], [255, 0, 255]);
        let worst = back.iter().zip(&rgb).map(|(&a, &b)| a.abs_diff(b)).max().unwrap();
        assert!((1..ALIKE).contains(&worst), "{worst}");
    }

    #[test]
    fn areas_of_like_colours_stay_apart() {
        // white cards on a sheet that is almost white, and more colours than a palette holds
        let mut rgb = [255, 255, 255].repeat(20_000);
        rgb.extend([250, 251, 252].repeat(10_000));
        let steps = (0..8_000_u32).map(|step| [step % 20, step / 20 % 20, step / 400].map(|level| u8::try_from(level * 13).unwrap()));
        rgb.extend(steps.flatten());
        let back = decoded(png_of_areas(380, 100, &rgb).unwrap());
        assert_eq!(back[..90_000], rgb[..90_000]);
        assert_ne!(decoded(png(380, 100, &rgb).unwrap())[..90_000], rgb[..90_000], "the other way thins them");
    }

    #[test]
    fn more_colours_than_a_palette_holds_are_thinned_evenly() {
        let steps = (0..8_000_u32).map(|step| [step % 20, step / 20 % 20, step / 400].map(|level| u8::try_from(level * 13).unwrap()));
        let rgb: Vec<u8> = steps.flatten().collect();
        let back = decoded(png(80, 100, &rgb).unwrap());
        let worst = back.iter().zip(&rgb).map(|(&a, &b)| a.abs_diff(b)).max().unwrap();
        assert!(worst < 5 * ALIKE, "{worst}");
    }
}
