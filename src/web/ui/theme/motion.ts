/** Reduced motion in this browser, independent of the system setting. */
import { createStore } from '../state/store'

export const motions = ['system', 'reduced'] as const
export type Motion = (typeof motions)[number]

const key = 'quire-motion'

export const motion = createStore<Motion>(read())

export const showMotion = () => show(motion.get())

export function changeMotion(next: Motion) {
  motion.set(next)
  show(next)
  try {
    localStorage.setItem(key, next)
  } catch {
    // Without storage, the setting applies only until the page is closed.
  }
}

function show(next: Motion) {
  if (next === 'reduced') document.documentElement.dataset['motion'] = 'reduced'
  else delete document.documentElement.dataset['motion']
}

function read(): Motion {
  try {
    return localStorage.getItem(key) === 'reduced' ? 'reduced' : 'system'
  } catch {
    return 'system'
  }
}
