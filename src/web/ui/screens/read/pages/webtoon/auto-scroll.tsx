/** Automatic scrolling of a strip, and the bar with which the user sets its speed. */
import { type CSSProperties, type RefObject, useEffect } from 'react'
import { Button } from '../../../../components/controls/button'
import { Slider } from '../../../../components/controls/slider'
import { t } from '../../../../i18n/i18n'
import { useStore } from '../../../../state/store'
import styles from '../../reader.module.css'
import type { Change, Settings } from '../../hooks/use-reader-settings'
import { autoScrolling } from './chapter-run'

/** A slow frame must not skip a part of the strip. */
const longestFrameMs = 100

/**
 * Scrolls the strip that contains `end`. Pauses while the strip is pressed, and stops at its end.
 */
export function useAutoScroll(end: RefObject<HTMLElement | null>, speed: number) {
  const isOn = useStore(autoScrolling)
  useEffect(() => {
    const strip = end.current?.parentElement
    if (!isOn || !strip) return
    return scrollSteadily(strip, speed)
  }, [end, isOn, speed])
}

function scrollSteadily(strip: HTMLElement, speed: number) {
  // Kept here with its fraction, because browsers may round `scrollTop`.
  let top = strip.scrollTop
  let before: number | undefined
  let isHeld = false
  let frame = 0
  const step = (now: number) => {
    frame = requestAnimationFrame(step)
    const passed = Math.min(longestFrameMs, now - (before ?? now))
    before = now
    // If the user has scrolled, continues from the new position.
    if (Math.abs(strip.scrollTop - top) > 2) top = strip.scrollTop
    if (isHeld) return
    if (strip.scrollTop + strip.clientHeight >= strip.scrollHeight - 1) {
      return autoScrolling.set(false)
    }
    top += (speed * passed) / 1000
    strip.scrollTo({ top, behavior: 'instant' })
  }
  const hold = () => {
    isHeld = true
  }
  const release = () => {
    isHeld = false
  }
  const listeners = new AbortController()
  const { signal } = listeners
  strip.addEventListener('pointerdown', hold, { signal })
  // When a touch scrolls the strip, the browser cancels the pointer, so only touch events report
  // the end of the touch.
  strip.addEventListener('touchstart', hold, { signal, passive: true })
  addEventListener('touchend', release, { signal })
  addEventListener('touchcancel', release, { signal })
  addEventListener('pointerup', release, { signal })
  frame = requestAnimationFrame(step)
  return () => {
    cancelAnimationFrame(frame)
    listeners.abort()
  }
}

const fastest = 600
const slowest = 20

interface BarProps {
  settings: Settings
  change(change: Change): void
}

/** Uses the colors of the page instead of those of the reader toolbars. */
const speedStyle = { flex: 1, maxWidth: 360, '--text-2': 'var(--text)' } as CSSProperties

/** Shown in its own row while the strip scrolls automatically. */
export const AutoScrollBar = ({ settings, change }: BarProps) => (
  <section className={styles.notice} aria-label={t('Scroll automatically')}>
    <div style={speedStyle}>
      <Slider
        label={t('Speed')}
        value={settings['reader.scrollSpeed']}
        min={slowest}
        max={fastest}
        step={20}
        unit="px/s"
        onChange={(speed) => change({ 'reader.scrollSpeed': speed })}
      />
    </div>
    <Button small variant="primary" onClick={() => autoScrolling.set(false)}>
      {t('Stop')}
    </Button>
  </section>
)
