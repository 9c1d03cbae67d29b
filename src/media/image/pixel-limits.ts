/**
 * Maximum number of pixels in an image. Even long webtoon strips have fewer pixels, and larger
 * images are attacks or mistakes.
 */
export const maxPixels = 120_000_000
/** libjxl needs about 20 bytes of memory per pixel. */
export const maxRarePixels = 40_000_000
