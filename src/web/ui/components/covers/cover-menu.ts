/** Which cover menu is open. The shell renders it: its code is loaded on first use. */
import { createStore } from '../../state/store'

export interface CoverTarget {
  kind: 'series' | 'book'
  id: string
  title: string
  /** A book in the row "Continue reading", which can be hidden there. */
  isContinued?: boolean
  /** A series in the row "For you", which can be dismissed there. */
  isRecommended?: boolean
}

/** An element, or the point of a click. */
export type MenuAnchor = Pick<Element, 'getBoundingClientRect'>

export interface CoverMenuRequest {
  target: CoverTarget
  anchor: MenuAnchor
  /** Gets the focus back. */
  opener: HTMLElement
}

export const coverMenu = createStore<CoverMenuRequest | undefined>(undefined)
