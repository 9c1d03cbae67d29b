import type { Settings } from '../../hooks/use-reader-settings'

/** Converts image settings to a CSS filter. */
export function getFilter(settings: Settings) {
  const { 'reader.brightness': brightness, 'reader.contrast': contrast } = settings
  const parts = [
    brightness !== 100 && `brightness(${brightness}%)`,
    contrast !== 100 && `contrast(${contrast}%)`,
    settings['reader.grayscale'] && 'grayscale(1)',
    settings['reader.invert'] && 'invert(1)',
  ]
  return parts.filter(Boolean).join(' ') || undefined
}
