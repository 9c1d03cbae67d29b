/** The year in review: a page, and an image for sharing that the browser draws. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Schemas } from '../../api/client'
import { Button, buttonClass } from '../../components/controls/button'
import { Cover } from '../../components/covers/cover'
import { EmptyState, ErrorState, Loading } from '../../components/feedback/states'
import { toast } from '../../components/feedback/toast'
import { BackIcon, ClockIcon, DownloadIcon } from '../../components/icons'
import { formatInMinutes } from '../../i18n/date-time'
import { getFormatLocale } from '../../i18n/format-locale'
import { formatNumber, t } from '../../i18n/i18n'
import { formatBookLength } from '../../labels/book-length'
import { fullBookTitle } from '../../labels/metadata-labels'
import { usePageTitle } from '../../state/browser/page-title'
import { useUser } from '../../state/session/session'
import { drawReview, type ReviewWords } from './draw-review'
import { yearQuery } from './queries'
import styles from './statistics.module.css'

export function ReviewScreen() {
  const { year: given } = useParams({ from: '/signedIn/shell/statistics/$year' })
  const year = /^\d{4}$/.test(given) ? Number(given) : new Date().getFullYear()
  const title = t('Your {year} in review', { year: String(year) })
  usePageTitle(title)
  const statistics = useQuery({ ...yearQuery(year), staleTime: 0 })
  return (
    <div className={styles.body}>
      <Link to="/statistics" search={{ year }} className={buttonClass('quiet')}>
        <BackIcon size={18} />
        {t('Statistics')}
      </Link>
      <h1>{title}</h1>
      {statistics.data ? (
        <Review year={year} statistics={statistics.data} />
      ) : statistics.isError ? (
        <ErrorState error={statistics.error} retry={statistics.refetch} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

interface ReviewProps {
  year: number
  statistics: Schemas['ReadingStatistics']
}

function Review({ year, statistics }: ReviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const user = useUser()
  const words = buildWords({ year, statistics }, user?.username ?? '')
  const drawn = JSON.stringify(words)
  useEffect(() => {
    if (canvas.current) drawReview(canvas.current, JSON.parse(drawn) as ReviewWords)
  }, [drawn])
  if (statistics.summary.sessions === 0 && statistics.summary.booksFinished === 0) {
    return (
      <EmptyState icon={ClockIcon} title={t('Nothing read in {year}', { year: String(year) })}>
        {year === new Date().getFullYear() && (
          <p>{t('Your year in review will appear here once you have read something')}</p>
        )}
      </EmptyState>
    )
  }
  const save = () => void saveImage(canvas.current, `quire-${year}.png`)
  return (
    <>
      <canvas
        ref={canvas}
        width={1080}
        height={1350}
        className={styles.picture}
        role="img"
        aria-label={words.figures.map(({ value, name }) => `${name}: ${value}`).join(', ')}
      />
      <Covers statistics={statistics} />
      <ul className={styles.facts}>
        <BestMonth statistics={statistics} />
        <LongestBook statistics={statistics} />
        {words.lists.map(({ name, items }) => (
          <li key={name}>
            {name}: <b>{items.join(', ')}</b>
          </li>
        ))}
      </ul>
      <Button variant="primary" icon={DownloadIcon} onClick={save}>
        {t('Save image')}
      </Button>
    </>
  )
}

const maxCovers = 5

/** Covers of the series that were read most. */
const Covers = ({ statistics: { series } }: Pick<ReviewProps, 'statistics'>) => (
  <ul className={styles.covers} role="list" aria-label={t('Most read series')}>
    {series.slice(0, maxCovers).map(({ seriesId, seriesName }) => (
      <li key={seriesId}>
        <Cover
          kind="series"
          id={seriesId}
          title={seriesName}
          link={{ to: '/series/$id', params: { id: seriesId } }}
        />
      </li>
    ))}
  </ul>
)

function BestMonth({ statistics: { periods } }: Pick<ReviewProps, 'statistics'>) {
  const pages = new Map<string, number>()
  for (const { bucket, pagesRead } of periods) {
    const month = bucket.slice(0, 7)
    pages.set(month, (pages.get(month) ?? 0) + pagesRead)
  }
  const [best] = [...pages].toSorted(([, one], [, other]) => other - one)
  if (!best || best[1] === 0) return null
  const [month, count] = best
  const format = new Intl.DateTimeFormat(getFormatLocale(), { month: 'long', timeZone: 'UTC' })
  return (
    <li>
      {t('Best month')}: <b>{format.format(new Date(`${month}-01`))}</b>
      {` · ${t('{count, plural, one {# page} other {# pages}}', { count })}`}
    </li>
  )
}

function LongestBook({ statistics: { longestBook } }: Pick<ReviewProps, 'statistics'>) {
  if (!longestBook) return null
  const length = formatBookLength(longestBook)
  return (
    <li>
      {t('Longest book')}: <b>{fullBookTitle(longestBook)}</b>
      {length && ` · ${length}`}
    </li>
  )
}

const list = (label: string, items: string[]) => ({ name: label, items: items.slice(0, 3) })

function buildWords({ year, statistics }: ReviewProps, name: string): ReviewWords {
  const { summary, series, genres, authors } = statistics
  return {
    title: t('{name}’s {year} in books', { name, year: String(year) }),
    figures: [
      { name: t('Reading time'), value: formatInMinutes(summary.duration.totalMs) },
      { name: t('Pages'), value: formatNumber(summary.pagesRead) },
      { name: t('Books finished'), value: formatNumber(summary.booksFinished) },
      { name: t('Series finished'), value: formatNumber(summary.seriesFinished) },
      { name: t('Days of reading'), value: formatNumber(summary.daysRead) },
      { name: t('Longest streak in days'), value: formatNumber(summary.longestStreak) },
    ],
    lists: [
      list(
        t('Most read series'),
        series.map(({ seriesName }) => seriesName),
      ),
      list(
        t('Most read genres'),
        genres.map((genre) => genre.name),
      ),
      list(
        t('Most read authors'),
        authors.map((author) => author.name),
      ),
    ].filter(({ items }) => items.length > 0),
  }
}

async function saveImage(canvas: HTMLCanvasElement | null, name: string) {
  const blob = await new Promise<Blob | null>((resolve) => canvas?.toBlob(resolve, 'image/png'))
  if (!blob) return toast(t('The image couldn’t be created'))
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Delayed, because the browser may still be reading the blob.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return undefined
}
