type Picture = Pick<HTMLImageElement, 'src' | 'decode' | 'hasAttribute'>

/**
 * Waits until an image is decoded. Falls back to a different format if the browser cannot decode
 * it.
 */
export async function decodeImage(picture: Picture, otherForm: (address: string) => string) {
  const { src: address } = picture
  try {
    await picture.decode()
  } catch (error) {
    const other = otherForm(address)
    // Discarded in the meantime, or already the fallback.
    if (!picture.hasAttribute('src') || address === other) throw error
    // With two callers, the first has already requested the fallback.
    if (picture.src === address) picture.src = other
    await picture.decode()
  }
}
