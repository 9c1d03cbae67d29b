/** A PDF with lines of text, links and contents. */
import { makePdfOfObjects } from './pdf'

interface PdfBookPage {
  lines: string[]
  /** More entries of the page, such as a rotation. */
  more?: string
}

/** Links cover the first line of their page. */
interface PdfBookLink {
  from: number
  target: number | string
}

interface PdfBook {
  pages: PdfBookPage[]
  links?: PdfBookLink[]
  /** Headings with their pages. */
  contents?: [title: string, page: number][]
}

export const pdfLineTop = (line: number) => 100 + line * 40

/** Pages have 600 by 800 points. The first line is 100 points below the top, the others 40 apart. */
export function makePdfBook({ pages, links = [], contents = [] }: PdfBook): Buffer<ArrayBuffer> {
  const firstPage = 5
  const pageObject = (number: number) => firstPage + (number - 1) * 2
  const firstLink = firstPage + pages.length * 2
  const firstHeading = firstLink + links.length
  const drawn = pages.flatMap(({ lines, more = '' }, index) => {
    const annotations = links.flatMap(({ from }, place) =>
      from === index + 1 ? `${firstLink + place} 0 R` : [],
    )
    const head = `/Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>`
    const text = lines.map(
      (line, row) =>
        `1 0 0 1 60 ${800 - pdfLineTop(row)} Tm (${line.replace(/[\\()]/g, '\\$&')}) Tj`,
    )
    return [
      `<<${head}/Contents ${pageObject(index + 1) + 1} 0 R/Annots[${annotations.join(' ')}]${more}>>`,
      { head: '', data: `BT /F 24 Tf ${text.join('\n')} ET` },
    ]
  })
  return makePdfOfObjects([
    `<</Type/Catalog/Pages 2 0 R${contents.length > 0 ? '/Outlines 4 0 R' : ''}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${pageObject(index + 1)} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/Outlines/First ${firstHeading} 0 R/Last ${firstHeading + contents.length - 1} 0 R>>`,
    ...drawn,
    ...links.map(({ target }) => {
      const action =
        typeof target === 'string'
          ? `/A<</S/URI/URI(${target})>>`
          : `/Dest[${pageObject(target)} 0 R/Fit]`
      return `<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[60 690 540 730]${action}>>`
    }),
    ...contents.map(
      ([title, page], index) =>
        `<</Title(${title})/Parent 4 0 R/Dest[${pageObject(page)} 0 R/Fit]${index + 1 < contents.length ? `/Next ${firstHeading + index + 1} 0 R` : ''}>>`,
    ),
  ])
}
