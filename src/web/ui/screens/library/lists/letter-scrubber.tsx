/** A–Z strip: press, drag or use the arrow keys to scroll the list. */
import { type PointerEvent, useRef, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import styles from './letter-scrubber.module.css'

type Letter = Schemas['AlphabeticalGroup']

interface LettersProps {
  tab: 'series' | 'books'
  letters: readonly Letter[]
  /** Index of the first visible item. */
  at: number
  onGo: (index: number) => void
}

/** Maximum number of letters in the strip, because a finger can distinguish only about 30. */
const mostShown = 30

const formatLetter = {
  series: (letter: { letter: string; count: number }) =>
    t('{letter}, {count, plural, one {# series} other {# series}}', letter),
  books: (letter: { letter: string; count: number }) =>
    t('{letter}, {count, plural, one {# book} other {# books}}', letter),
}

export function LetterScrubber({ tab, letters, at, onGo }: LettersProps) {
  const { strip, dragged, current, go, pointer } = useStrip({ letters, at, onGo })
  const group = letters[current]
  return (
    <div
      ref={strip}
      className={styles.strip}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Jump to letter')}
      aria-valuemin={1}
      aria-valuemax={letters.length}
      aria-valuenow={current + 1}
      aria-valuetext={group && formatLetter[tab]({ letter: group.group, count: group.count })}
      {...pointer}
      onKeyDown={(event) => {
        const to = keyed(event.key, current, letters)
        if (to === undefined) return
        event.preventDefault()
        go(to)
      }}
    >
      {getShown(letters.length).map((position) => (
        <span
          key={position}
          aria-hidden="true"
          data-highlighted={isNear(position, current, letters.length) || undefined}
        >
          {letters[position]?.group}
        </span>
      ))}
      {dragged !== null && (
        <b className={styles.bubble} aria-hidden="true">
          {group?.group}
        </b>
      )}
    </div>
  )
}

/**
 * Returns the current letter, which follows the scroll position or the pointer on the strip, and
 * functions that scroll the list to a letter.
 */
function useStrip({ letters, at, onGo }: Omit<LettersProps, 'tab'>) {
  const strip = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const here = Math.max(
    0,
    letters.findLastIndex(({ offset }) => (offset ?? 0) <= at),
  )
  const go = (position: number) => {
    const fit = Math.min(letters.length - 1, Math.max(0, position))
    onGo(letters[fit]?.offset ?? 0)
    return fit
  }
  const follow = (y: number) => {
    const box = strip.current?.getBoundingClientRect()
    if (box) setDragged(go(Math.floor(((y - box.top) / box.height) * letters.length)))
  }
  const endDrag = () => setDragged(null)
  const pointer = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      follow(event.clientY)
    },
    onPointerMove: (event: PointerEvent) => dragged !== null && follow(event.clientY),
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
  }
  return { strip, dragged, current: dragged ?? here, go, pointer }
}

function keyed(key: string, current: number, letters: readonly Letter[]): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + 5,
    PageUp: current - 5,
    Home: 0,
    End: letters.length - 1,
  }
  if (steps[key] !== undefined) return steps[key]
  const typed = letters.findIndex(({ group }) => group.toLowerCase() === key.toLowerCase())
  return typed < 0 ? undefined : typed
}

const step = (length: number) => Math.max(1, length / mostShown)

const getShown = (length: number) =>
  Array.from({ length: Math.min(length, mostShown) }, (_, shown) =>
    Math.floor(shown * step(length)),
  )

const isNear = (position: number, current: number, length: number) =>
  current >= position && current < position + step(length)
