/** Themes and fonts that users can choose. */
import type { Settings } from '../../../hooks/use-reader-settings'

export type Theme = Settings['epub.theme']

export interface Colors {
  readonly background: string
  readonly text: string
  readonly link: string
}

export const themes: Record<Exclude<Theme, 'auto'>, Colors> = {
  light: { background: '#fdfbf6', text: '#1b1a18', link: '#a3290f' },
  sepia: { background: '#f0e4c9', text: '#33281a', link: '#8c2a10' },
  gray: { background: '#35332f', text: '#dcd6ca', link: '#ff9d86' },
  dark: { background: '#1a1815', text: '#d9d2c6', link: '#ff8f75' },
  black: { background: '#000000', text: '#c4bdb1', link: '#ff8f75' },
}

/** Selectable fonts; `publisher` is the book's own font. */
export const fonts = ['publisher', 'serif', 'sans', 'legible', 'mono'] as const
