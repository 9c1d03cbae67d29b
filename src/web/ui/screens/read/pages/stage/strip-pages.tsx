/** Images of a strip. Only those near the viewport are rendered. */
import { memo, useState } from 'react'
import type { Schemas } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { classes } from '../../../../components/class-names'
import { RefreshIcon } from '../../../../components/icons'
import { t } from '../../../../i18n/i18n'
import { buildPageUrl, toJpegUrl, type Wanted } from '../images/page-images'
import reader from '../../reader.module.css'
import styles from './strip.module.css'

type BookPage = Schemas['BookPage']

/** Pages mount in groups, so scrolling renders little. */
const perBundle = 8

interface StripPagesProps extends Wanted {
  pages: readonly BookPage[]
  /** The current page. */
  page: number
}

export function StripPages({ pages, page, quality, screenWidth }: StripPagesProps) {
  const current = Math.floor((page - 1) / perBundle)
  return Array.from({ length: Math.ceil(pages.length / perBundle) }, (_none, index) => (
    <Bundle
      key={index}
      {...{ pages, index, quality, screenWidth }}
      isNear={Math.abs(index - current) <= 1}
    />
  ))
}

interface BundleProps extends Wanted {
  pages: readonly BookPage[]
  index: number
  isNear: boolean
}

const Bundle = memo(({ pages, index, isNear, ...wanted }: BundleProps) =>
  pages
    .slice(index * perBundle, (index + 1) * perBundle)
    .map((page) => (
      <StripPage key={page.id} {...{ page, isNear, ...wanted }} total={pages.length} />
    )),
)

interface StripPageProps extends Wanted {
  page: BookPage
  total: number
  isNear: boolean
}

/** Reserves the known height, so nothing moves when the image loads. */
function StripPage({ page, total, isNear, ...wanted }: StripPageProps) {
  const [shape, setShape] = useState(getShape(page))
  return (
    <div className={styles.page} data-page={page.pageNumber} style={{ aspectRatio: shape }}>
      {isNear && (
        <Picture
          address={buildPageUrl(page, wanted)}
          words={t('Page {number} of {total}', { number: page.pageNumber, total })}
          onShape={page.width === null ? setShape : undefined}
        />
      )}
    </div>
  )
}

const getShape = ({ width, height }: BookPage) => (width && height ? width / height : 2 / 3)

interface PictureProps {
  address: string
  words: string
  onShape: ((shape: number) => void) | undefined
}

function Picture({ address, words, onShape }: PictureProps) {
  const [attempt, setAttempt] = useState<'usual' | 'asJpeg' | 'failed'>('usual')
  if (attempt === 'failed') {
    return (
      <div className={classes(styles.unreadable, reader.onPaper)} role="alert">
        <p>{t('Couldn’t show this page.')}</p>
        <Button
          icon={RefreshIcon}
          onClick={(event) => {
            event.stopPropagation()
            setAttempt('usual')
          }}
        >
          {t('Try again')}
        </Button>
      </div>
    )
  }
  return (
    <img
      key={attempt}
      src={attempt === 'usual' ? address : toJpegUrl(address)}
      decoding="async"
      alt={words}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        onShape?.(naturalWidth / Math.max(1, naturalHeight))
      }
      onError={() => setAttempt(attempt === 'usual' ? 'asJpeg' : 'failed')}
    />
  )
}
