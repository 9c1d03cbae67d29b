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
    // The image was discarded in the meantime, or is already the fallback.
    if (!picture.hasAttribute('src') || address === other) throw error
    // If there are two callers, the first one has already requested the fallback.
    if (picture.src === address) picture.src = other
    await picture.decode()
  }
}
