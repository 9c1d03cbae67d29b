/**
 * Preact runs effects after the next frame. On a slow machine, a key or click may arrive before
 * that and miss a listener that an effect adds. Like React, this runs pending effects before each
 * input event. Call this before the first render.
 */
import { options } from 'preact'

/** Delay in milliseconds for hidden pages, which do not get animation frames. */
const unseenMs = 100
/**
 * Events before which effects run. `input` would be too late, because a render between its
 * listeners resets the text that was just typed.
 */
const doings = ['keydown', 'pointerdown', 'click', 'beforeinput'] as const

let waiting: (() => void) | undefined

function run() {
  const effects = waiting
  waiting = undefined
  effects?.()
}

/** Ignores synthetic events, which may occur during a render. */
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
