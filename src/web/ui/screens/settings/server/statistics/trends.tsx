/** Charts of server load while the page is open. */
import { useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../../../api/client'
import { formatBytes } from '../../../../i18n/bytes'
import { formatNumber, formatPercent, t } from '../../../../i18n/i18n'
import styles from '../../../../components/charts/charts.module.css'
import { SettingsCard } from '../../shared/settings-section'
import { type Look, toReading, type Sample, computeSample } from './samples'

/** Number of samples in ten minutes. */
const keptSamples = 120

export function Trends({ metrics }: { metrics: Schemas['Metrics'] }) {
  const samples = useSamples(metrics)
  return (
    <SettingsCard title={t('Live')} hint={t('Updated every 5 seconds')}>
      {samples.length < 2 ? (
        <p role="status">{t('Collecting data…')}</p>
      ) : (
        <div className={styles.trends}>
          <Trend
            name={t('Memory')}
            values={samples.map(({ memory }) => memory)}
            words={formatBytes}
          />
          <Trend
            name={t('CPU load')}
            values={samples.map(({ load }) => load)}
            words={formatPercent}
          />
          <Trend
            name={t('Requests per minute')}
            values={samples.map(({ requests }) => requests)}
            words={(value) => formatNumber(Math.round(value))}
          />
        </div>
      )}
    </SettingsCard>
  )
}

function useSamples(metrics: Schemas['Metrics']): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const last = useRef<Look>(undefined)
  useEffect(() => {
    const reading = toReading(metrics)
    const sample = last.current && computeSample(last.current, reading)
    last.current = reading
    if (sample) setSamples((known) => [...known.slice(1 - keptSamples), sample])
  }, [metrics])
  return samples
}

interface TrendProps {
  name: string
  values: readonly number[]
  words: (value: number) => string
}

function Trend({ name, values, words }: TrendProps) {
  const now = values.at(-1) ?? 0
  const least = Math.min(...values)
  const most = Math.max(...values)
  return (
    <figure className={styles.trend}>
      <figcaption>
        <span>{name}</span>
        <strong>{words(now)}</strong>
      </figcaption>
      <Line values={values} most={most} />
      <span className={styles.range}>
        {t('from {least} to {most}', { least: words(least), most: words(most) })}
      </span>
    </figure>
  )
}

const height = 40
/** Factor that prevents the line from being cut off at the top. */
const headroom = 1.1

function Line({ values, most }: { values: readonly number[]; most: number }) {
  const top = Math.max(most * headroom, Number.EPSILON)
  const points = values.map((value, place) => {
    const x = (place / (values.length - 1)) * 100
    return `${x.toFixed(2)},${(height - (value / top) * height).toFixed(2)}`
  })
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon points={`0,${height} ${points.join(' ')} 100,${height}`} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}
