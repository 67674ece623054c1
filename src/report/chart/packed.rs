//! A small PNG: figures have few colours, so each pixel is one byte that names a colour of a palette.

use super::ChartError;
use std::collections::HashMap;

/// Pixels a metre of 192 dots an inch.
const DOTS_A_METRE: u32 = 7_559;
/// Colours kept: a palette has room for twice as many, but the soft edges of letters need no more, and files get a quarter smaller.
const COLOURS: usize = 128;

/// The PNG file of an image of red, green and blue by pixel, row by row.
///
/// # Errors
/// When the encoder refuses.
pub fn png(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, ChartError> {
    let failed = |error: png::EncodingError| ChartError::Png(error.to_string());
    let (palette, indices) = palette(rgb);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: DOTS_A_METRE, yppu: DOTS_A_METRE, unit: png::Unit::Meter }));
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter); // neighbouring indices have nothing in common
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&indices).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

/// The most frequent colours, and for each pixel the nearest of them: exact for flat areas, and within a few levels for the soft edges of letters.
fn palette(rgb: &[u8]) -> (Vec<[u8; 3]>, Vec<u8>) {
    let colour = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for pixel in rgb.chunks_exact(3) {
        *counts.entry(colour(pixel)).or_insert(0) += 1;
    }
    let mut by_count: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    // equal counts in the order of the colours, so that the file does not depend on chance
    by_count.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let kept: Vec<[u8; 3]> = by_count.iter().take(COLOURS).map(|&(colour, _)| colour).collect();
    let nearest = |wanted: [u8; 3]| {
        let distance = |known: &[u8; 3]| wanted.iter().zip(known).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>();
        (0..=u8::MAX).zip(&kept).min_by_key(|(_, known)| distance(known)).map_or(0, |(index, _)| index)
    };
    let index: HashMap<[u8; 3], u8> = by_count.iter().map(|&(colour, _)| (colour, nearest(colour))).collect();
    let indices = rgb.chunks_exact(3).map(|pixel| index.get(&colour(pixel)).copied().unwrap_or(0)).collect();
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
        let rgb: Vec<u8> = (0..200_u8).flat_map(|level| [level, 255 - level, level / 2].repeat(3)).collect();
        assert_eq!(decoded(png(20, 30, &rgb).unwrap()), rgb);
    }

    #[test]
    fn many_colours_become_near_ones() {
        // two flat areas and a ramp of 512 other colours
        let mut rgb = [10, 20, 30].repeat(2_000);
        rgb.extend([200, 210, 220].repeat(2_000));
        rgb.extend(
            (0..512_u32).flat_map(|step| [u8::try_from(step / 2).unwrap(), u8::try_from(255 - step / 2).unwrap(), u8::try_from(step % 2).unwrap()]),
        );
        let back = decoded(png(4_512, 1, &rgb).unwrap());
        assert_eq!(back[..12_000], rgb[..12_000]);
        let worst = back.iter().zip(&rgb).map(|(&a, &b)| a.abs_diff(b)).max().unwrap();
        assert!(worst < 200 && back[12_000..] != rgb[12_000..], "{worst}");
    }
}
