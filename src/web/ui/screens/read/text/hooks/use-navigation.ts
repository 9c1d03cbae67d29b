import { useRef } from 'react'
import type { Way } from '../../pages/engine/turn-page'
import type { Target } from '../engine/book/epub'
import type { Locator } from '../engine/locator'
import type { Navigator } from '../engine/navigator'
import type { Place } from '../engine/position-tracker'
import { useJumpHistory } from '../../hooks/use-jump-history'
import { useBookEnds } from './use-book-ends'

interface NavigationOptions {
  readonly place: Place | undefined
  readonly navigator: React.RefObject<Navigator | undefined>
  /** Opens an adjacent book. */
  open(to: 'next-book' | 'previous-book'): void
  /** Closes panels that cover the text. */
  onMove(): void
}

type Move = (navigator: Navigator) => Promise<void>

/** Provides all navigation in the book, including going back after jumps. */
export function useNavigation({ place, navigator, open, onMove }: NavigationOptions) {
  const { edge, turn, leaveEdge } = useBookEnds(open)
  const { origin, noteJump, noteTurn, takeOrigin } = useJumpHistory<Locator>(
    (position) => place !== undefined && isSame(position, place.locator),
  )
  // Opening the book and changes of the layout do not count as reading, because a finished book
  // would start again.
  const hasActed = useRef(false)
  const move = (act: Move) => {
    hasActed.current = true
    leaveEdge()
    onMove()
    if (navigator.current) void act(navigator.current)
  }
  const jump = (act: Move) => {
    noteJump(navigator.current?.here()?.locator)
    move(act)
  }
  return {
    edge,
    origin,
    /** Records a move by the user. Returns whether the position counts as read. */
    isRead(next: Place) {
      if (next.isMove) noteTurn()
      hasActed.current ||= next.isMove
      return hasActed.current && !next.isLayout
    },
    turn(way: Way) {
      hasActed.current = true
      onMove()
      turn(navigator.current, way)
    },
    goBack() {
      const before = takeOrigin()
      if (before) move((book) => book.goToLocator(before))
    },
    goToFraction: (fraction: number) => jump((book) => book.goToFraction(fraction)),
    goToHref: (href: string) => jump((book) => book.goToHref(href)),
    goToTarget: (target: Target) => jump((book) => book.goToTarget(target, true)),
    goTo: (locator: Locator) => jump((book) => book.goToLocator(locator)),
  }
}

const isSame = (one: Locator, other: Locator) =>
  one.href === other.href && one.locations.progression === other.locations.progression
