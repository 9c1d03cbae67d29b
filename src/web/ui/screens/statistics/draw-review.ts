export interface ReviewWords {
  title: string
  figures: readonly { name: string; value: string }[]
  lists: readonly { name: string; items: readonly string[] }[]
}

const margin = 90
const ink = '#f6efe2'
const soft = '#c9bba3'
const accent = '#ff8f75'

/**
 * Draws the year in review as an image. Text is shortened to fit. Draws immediately, and again once
 * the font of the interface has been loaded.
 */
export function drawReview(canvas: HTMLCanvasElement, words: ReviewWords) {
  const family = getComputedStyle(canvas).getPropertyValue('--font-serif') || 'serif'
  drawWords(canvas, words, family)
  const text = words.title + words.lists.flatMap(({ items }) => items).join('')
  void document.fonts
    .load(`600 62px ${family}`, text)
    .then(() => drawWords(canvas, words, family))
    // If the font cannot be loaded, the first drawing stays.
    .catch(() => undefined)
}

function drawWords(
  canvas: HTMLCanvasElement,
  { title, figures, lists }: ReviewWords,
  family: string,
) {
  const draw = canvas.getContext('2d')
  if (!draw) return
  const { width, height } = canvas
  draw.fillStyle = '#1d1a16'
  draw.fillRect(0, 0, width, height)
  draw.fillStyle = accent
  draw.fillRect(margin, margin, 120, 10)
  const write = (text: string, look: Look) => writeText(draw, text, { ...look, family })
  write(title, { x: margin, y: 190, size: 62, color: ink, width: width - 2 * margin, isBold: true })
  figures.forEach(({ name, value }, place) => {
    const x = margin + (place % 2) * ((width - 2 * margin) / 2)
    const y = 330 + Math.floor(place / 2) * 170
    const room = (width - 2 * margin) / 2 - 20
    write(value, { x, y, size: 76, color: ink, width: room, isBold: true })
    write(name, { x, y: y + 44, size: 30, color: soft, width: room })
  })
  lists.forEach(({ name, items }, place) => {
    const y = 860 + place * 140
    write(name, { x: margin, y, size: 28, color: accent, width: width - 2 * margin })
    const text = items.join(' · ')
    write(text, { x: margin, y: y + 50, size: 38, color: ink, width: width - 2 * margin })
  })
  write('Quire', { x: margin, y: height - 70, size: 34, color: soft, width: 400, isBold: true })
}

interface Look {
  x: number
  y: number
  size: number
  color: string
  width: number
  isBold?: boolean
}

const smallestShare = 0.8

function writeText(
  draw: CanvasRenderingContext2D,
  text: string,
  { x, y, size, color, width, family, isBold = false }: Look & { family: string },
) {
  const setSize = (px: number) => (draw.font = `${isBold ? 600 : 450} ${px}px ${family}`)
  setSize(size)
  // Shrinks the text first, and truncates it only if that is not enough.
  const share = width / draw.measureText(text).width
  if (share < 1) setSize(Math.floor(size * Math.max(share, smallestShare)))
  draw.fillStyle = color
  const letters = [...text]
  while (letters.length > 1 && draw.measureText(letters.join('')).width > width) {
    letters.splice(-2, 2, '…')
  }
  draw.fillText(letters.join(''), x, y)
}
