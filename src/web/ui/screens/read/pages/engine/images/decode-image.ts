type Picture = Pick<HTMLImageElement, 'src' | 'decode' | 'hasAttribute'>

/** Waits until a picture can be drawn: in another form, where the browser cannot draw the first. */
export async function decodeImage(picture: Picture, otherForm: (address: string) => string) {
  const { src: address } = picture
  try {
    await picture.decode()
  } catch (error) {
    const other = otherForm(address)
    // Let go of meanwhile, or already the other form.
    if (!picture.hasAttribute('src') || address === other) throw error
    // Of two that wait for it, the first has asked for the other form.
    if (picture.src === address) picture.src = other
    await picture.decode()
  }
}
