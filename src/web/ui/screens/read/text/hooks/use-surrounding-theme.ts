import { useEffect, useState } from 'react'
import type { SurroundingTheme } from '../engine/layout/styles'

const surroundingThemes: Readonly<Record<string, SurroundingTheme>> = {
  dark: 'dark',
  oled: 'black',
  eink: 'ink',
}
const light = '(prefers-color-scheme: light)'

/**
 * Returns the theme of the interface, which follows the setting or the system, and keeps it up to
 * date.
 */
export function useSurroundingTheme() {
  const [around, setAround] = useState(update)
  useEffect(() => {
    const onChange = () => setAround(update())
    const theme = new MutationObserver(onChange)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia(light)
    system.addEventListener('change', onChange)
    return () => {
      theme.disconnect()
      system.removeEventListener('change', onChange)
    }
  }, [])
  return around
}

function update(): SurroundingTheme {
  const theme = document.documentElement.dataset['theme']
  if (theme) return surroundingThemes[theme] ?? 'light'
  return matchMedia(light).matches ? 'light' : 'dark'
}
