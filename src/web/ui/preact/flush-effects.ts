/**
 * Preact runs effects after the next frame. On a slow machine a key or click arrives earlier, and a
 * listener that an effect adds would miss it. Like React, this runs pending effects before each
 * input event. Call it before the first render.
 */
import { options } from 'preact'

/** Milliseconds. A hidden page does not get animation frames. */
const unseenMs = 100
/** `input` would be too late: a render between its listeners resets the text that was just typed. */
const doings = ['keydown', 'pointerdown', 'click', 'beforeinput'] as const

let waiting: (() => void) | undefined

function run() {
  const effects = waiting
  waiting = undefined
  effects?.()
}

/** Synthetic events may occur during a render. */
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
