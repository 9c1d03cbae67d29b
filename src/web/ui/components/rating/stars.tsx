/**
 * Five stars in steps of half a star. An invisible range input over them adds support for keys,
 * touch and screen readers.
 */
import { useEffect, useState } from 'react'
import { formatNumber, t } from '../../i18n/i18n'
import { IconButton } from '../controls/button'
import { CloseIcon } from '../icons'
import styles from './own-rating.module.css'

interface StarsProps {
  /** 1 to 100, or null if not rated. */
  rating: number | null
  onRate(rating: number | null): void
}

const perStep = 10
const stars = [1, 2, 3, 4, 5]

/** Rounds to half stars. The stored rating is kept until the user chooses another one. */
const getSteps = (rating: number | null) =>
  rating === null ? 0 : Math.max(1, Math.round(rating / perStep))

export function Stars({ rating, onRate }: StarsProps) {
  const stored = getSteps(rating)
  const [steps, setSteps] = useState(stored)
  useEffect(() => setSteps(stored), [stored])
  const commit = () => {
    if (steps !== stored) onRate(steps === 0 ? null : steps * perStep)
  }
  return (
    <div className={styles.stars}>
      <span className={styles.picture}>
        {stars.map((star) => (
          <Star key={star} share={Math.min(1, Math.max(0, steps / 2 - star + 1))} />
        ))}
        <input
          type="range"
          className={styles.range}
          aria-label={t('Your rating')}
          aria-valuetext={formatStars(steps)}
          min={0}
          max={10}
          step={1}
          value={steps}
          onChange={({ currentTarget }) => setSteps(Number(currentTarget.value))}
          onPointerUp={commit}
          onKeyUp={commit}
          onBlur={commit}
        />
      </span>
      {rating !== null && (
        <IconButton label={t('Remove your rating')} icon={CloseIcon} onClick={() => onRate(null)} />
      )}
    </div>
  )
}

const formatStars = (steps: number) =>
  steps === 0 ? t('Not rated') : t('{stars} of 5 stars', { stars: formatNumber(steps / 2) })

const outline = 'M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9L6.7 20l1.1-6L3.4 9.8l6-.8z'

/** Filled up to `share`, which is 0, 0.5 or 1. */
const Star = ({ share }: { share: number }) => (
  <svg viewBox="0 0 24 24" width={28} height={28} aria-hidden="true" focusable="false">
    <path d={outline} className={styles.empty} />
    {share > 0 && <path d={share < 1 ? halfOutline : outline} className={styles.full} />}
  </svg>
)

const halfOutline = 'M12 3.5V17.1L6.7 20l1.1-6L3.4 9.8l6-.8z'
