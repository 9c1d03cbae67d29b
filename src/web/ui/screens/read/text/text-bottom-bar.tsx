/** Toolbar below the text: progress and navigation. */
import { useLayoutEffect, useRef, useState } from 'react'
import { formatPercent, t } from '../../../i18n/i18n'
import styles from '../reader.module.css'
import { ReturnButton } from '../return-button'
import type { Locator } from './engine/locator'
import type { Place } from './engine/position-tracker'
import { useTextPosition } from './text-position'

interface TextBottomBarProps {
  place: Place
}

export function TextBottomBar({ place }: TextBottomBarProps) {
  const { direction, origin, findChapter, goToFraction, goBack } = useTextPosition()
  const [drawn, setDrawn] = useState<number | null>(null)
  // Until the jump has been made, the slider stays where it was released.
  useLayoutEffect(() => setDrawn(null), [place])
  const { chapter, minutesLeft, printedPage } = place
  const fraction = drawn ?? place.fraction
  const words = formatPercent(fraction)
  const here = [chapter?.label, printedPage && t('page {page}', { page: printedPage })]
  return (
    <footer className={styles.bottom}>
      <PlaceSlider
        fraction={fraction}
        direction={direction}
        words={words}
        onDraw={setDrawn}
        onLetGo={goToFraction}
      />
      <div className={styles.row}>
        <span className={styles.neighbor}>
          {drawn === null ? here.filter(Boolean).join(' · ') : findChapter(drawn)}
        </span>
        <span>{words}</span>
        {origin ? (
          <ReturnButton
            words={t('Back to {percent}', { percent: formatPercent(getTotal(origin)) })}
            onClick={goBack}
          />
        ) : (
          <span className={styles.neighbor}>
            {t('{minutes} min left in chapter', {
              minutes: Math.max(1, Math.round(minutesLeft.chapter)),
            })}
          </span>
        )}
      </div>
    </footer>
  )
}

const getTotal = ({ locations }: Locator) => locations.totalProgression ?? 0

const steps = 1000

interface PlaceSliderProps {
  fraction: number
  direction: 'ltr' | 'rtl'
  words: string
  onDraw(fraction: number): void
  onLetGo(fraction: number): void
}

/** While the slider is dragged, nothing is loaded. The jump starts when it is released. */
function PlaceSlider({ fraction, direction, words, onDraw, onLetGo }: PlaceSliderProps) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(onLetGo)
  latest.current = onLetGo
  // React's onChange fires for each step, whereas the native change event fires at the end.
  useLayoutEffect(() => {
    const { current } = input
    const onChange = () => current && latest.current(Number(current.value) / steps)
    current?.addEventListener('change', onChange)
    return () => current?.removeEventListener('change', onChange)
  }, [])
  const share = `${fraction * 100}%`
  return (
    <div className={styles.scrub} dir="ltr">
      <div className={styles.track}>
        <i style={direction === 'rtl' ? { right: 0, width: share } : { width: share }} />
      </div>
      <input
        ref={input}
        type="range"
        data-turns
        min={0}
        max={steps}
        value={Math.round(fraction * steps)}
        dir={direction}
        aria-label={t('Position in the book')}
        aria-valuetext={words}
        onChange={({ currentTarget }) => onDraw(Number(currentTarget.value) / steps)}
      />
    </div>
  )
}
