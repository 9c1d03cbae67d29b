/**
 * Effects wait until the next picture is shown, and on a slow machine a key or a press is quicker: what an
 * effect should have listened to would be lost. As with React, what waits is run before anything that somebody
 * does. Begun before anything is drawn.
 */
import { options } from 'preact'

/** A page that is not seen gets no pictures. */
const unseenMs = 100
const doings = ['keydown', 'pointerdown', 'click', 'input'] as const

let waiting: (() => void) | undefined

function run() {
  const effects = waiting
  waiting = undefined
  effects?.()
}

/** What a script presses may be pressed while something is being drawn. */
const onDoing = ({ isTrusted }: Event) => isTrusted && run()

export function flushEffectsBeforeInput() {
  options.requestAnimationFrame = (effects) => {
    waiting = effects
    const unseen = setTimeout(run, unseenMs)
    requestAnimationFrame(() => {
      clearTimeout(unseen)
      setTimeout(run)
    })
  }
  for (const doing of doings) addEventListener(doing, onDoing, { capture: true })
}
