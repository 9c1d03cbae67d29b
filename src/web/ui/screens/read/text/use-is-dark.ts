import { useEffect, useState } from 'react'

const darkThemes = new Set(['dark', 'oled'])
const light = '(prefers-color-scheme: light)'

/** Whether the interface around is dark, by choice or by the system's wish, as it changes. */
export function useIsDark() {
  const [isDark, setDark] = useState(look)
  useEffect(() => {
    const onChange = () => setDark(look())
    const theme = new MutationObserver(onChange)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia(light)
    system.addEventListener('change', onChange)
    return () => {
      theme.disconnect()
      system.removeEventListener('change', onChange)
    }
  }, [])
  return isDark
}

function look() {
  const theme = document.documentElement.dataset['theme']
  return theme ? darkThemes.has(theme) : !matchMedia(light).matches
}
