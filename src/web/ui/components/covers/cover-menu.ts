/** The open cover menu. The shell renders it; its code loads on first use. */
import { createStore } from '../../state/store'

export interface CoverTarget {
  kind: 'series' | 'book'
  id: string
  title: string
  /** Whether the book is in the "Continue reading" row, where it can be hidden. */
  isContinued?: boolean
  /** Whether the series is in the "For you" row, where it can be dismissed. */
  isRecommended?: boolean
}

/** An element, or the point of a click. */
export type MenuAnchor = Pick<Element, 'getBoundingClientRect'>

export interface CoverMenuRequest {
  target: CoverTarget
  anchor: MenuAnchor
  /** Regains focus when the menu closes. */
  opener: HTMLElement
}

export const coverMenu = createStore<CoverMenuRequest | undefined>(undefined)
