import type { Schemas } from '../../../api/client'
import { Select } from '../../../components/controls/select'
import { Switch } from '../../../components/controls/switch'
import { t } from '../../../i18n/i18n'
import { usePreferences } from '../../../state/preferences'
import { Card, Part, PartToCome } from '../shared/settings-section'
import styles from '../settings.module.css'

type Values = Schemas['PreferenceValues']

/** What counts for every book for which nothing nearer is said. */
export function Reading() {
  const { answer, values, change } = usePreferences()
  if (!answer.data) return <PartToCome title={t('How you read')} question={answer} />
  return (
    <Part
      title={t('How you read')}
      lead={t(
        'How books open. Readers can say otherwise for a library, a series or a single book: what is nearer wins.',
      )}
    >
      <Comics values={values} onChange={change} />
      <Texts values={values} onChange={change} />
    </Part>
  )
}

interface GroupProps {
  values: Values
  onChange: (values: Values) => void
}

const Comics = ({ values, onChange }: GroupProps) => (
  <Card title={t('Comics and manga')}>
    <div className={styles.fields}>
      <Layout values={values} onChange={onChange} />
      <Look values={values} onChange={onChange} />
    </div>
    <Switch
      label={t('Cut white margins')}
      checked={values['reader.trim'] ?? false}
      onChange={(next) => onChange({ 'reader.trim': next })}
    />
  </Card>
)

const Layout = ({ values, onChange }: GroupProps) => (
  <>
    <Select
      label={t('Pages')}
      choices={[
        { value: 'paged', label: t('Page by page') },
        { value: 'continuous', label: t('One below the other') },
        { value: 'webtoon', label: t('One long strip, as webtoons') },
      ]}
      value={values['reader.mode'] ?? 'paged'}
      onChange={(next) => onChange({ 'reader.mode': next })}
    />
    <Select
      label={t('Pages beside each other')}
      choices={[
        { value: 'auto', label: t('As there is room') },
        { value: 'single', label: t('Always one') },
        { value: 'double', label: t('Always two') },
      ]}
      value={values['reader.spread'] ?? 'auto'}
      onChange={(next) => onChange({ 'reader.spread': next })}
    />
    <Select
      label={t('Wide pages on an upright screen')}
      choices={[
        { value: 'whole', label: t('Whole') },
        { value: 'split', label: t('Half by half') },
        { value: 'turned', label: t('Turned') },
      ]}
      value={values['reader.widePages'] ?? 'whole'}
      onChange={(next) => onChange({ 'reader.widePages': next })}
    />
    <Select
      label={t('Size of a page')}
      choices={[
        { value: 'screen', label: t('The whole page') },
        { value: 'width', label: t('As wide as the screen') },
        { value: 'height', label: t('As high as the screen') },
        { value: 'original', label: t('As large as it is') },
      ]}
      value={values['reader.fit'] ?? 'screen'}
      onChange={(next) => onChange({ 'reader.fit': next })}
    />
  </>
)

const Look = ({ values, onChange }: GroupProps) => (
  <>
    <Select
      label={t('Behind the page')}
      choices={[
        { value: 'auto', label: t('Like the theme') },
        { value: 'black', label: t('Black') },
        { value: 'gray', label: t('Grey') },
        { value: 'white', label: t('White') },
        { value: 'paper', label: t('Paper') },
      ]}
      value={values['reader.background'] ?? 'auto'}
      onChange={(next) => onChange({ 'reader.background': next })}
    />
    <Select
      label={t('Taps and clicks')}
      choices={[
        { value: 'edges', label: t('The edges turn pages') },
        { value: 'left-right', label: t('The left and the right half turn pages') },
        { value: 'bands', label: t('Top and bottom turn pages, too') },
        { value: 'off', label: t('Turn no pages') },
      ]}
      value={values['reader.tapZones'] ?? 'edges'}
      onChange={(next) => onChange({ 'reader.tapZones': next })}
    />
    <Select
      label={t('Quality')}
      choices={[
        { value: 'fitting', label: t('Fit for this screen') },
        { value: 'original', label: t('The original') },
      ]}
      value={values['reader.quality'] ?? 'fitting'}
      onChange={(next) => onChange({ 'reader.quality': next })}
    />
  </>
)

const Texts = ({ values, onChange }: GroupProps) => (
  <Card title={t('Novels and other texts')}>
    <div className={styles.fields}>
      <Select
        label={t('Paper')}
        choices={[
          { value: 'auto', label: t('Like the theme') },
          { value: 'light', label: t('Light') },
          { value: 'sepia', label: t('Sepia') },
          { value: 'gray', label: t('Grey') },
          { value: 'dark', label: t('Dark') },
          { value: 'black', label: t('Black') },
        ]}
        value={values['epub.theme'] ?? 'auto'}
        onChange={(next) => onChange({ 'epub.theme': next })}
      />
      <Select
        label={t('Text')}
        choices={[
          { value: 'paged', label: t('Page by page') },
          { value: 'scrolled', label: t('To scroll') },
        ]}
        value={values['epub.flow'] ?? 'paged'}
        onChange={(next) => onChange({ 'epub.flow': next })}
      />
      <Select
        label={t('Columns')}
        choices={[
          { value: 'auto', label: t('As there is room') },
          { value: 'one', label: t('Always one') },
          { value: 'two', label: t('Always two') },
        ]}
        value={values['epub.columns'] ?? 'auto'}
        onChange={(next) => onChange({ 'epub.columns': next })}
      />
      <Select
        label={t('Edges of the text')}
        choices={[
          { value: 'publisher', label: t('As the book says') },
          { value: 'start', label: t('Ragged') },
          { value: 'justify', label: t('Justified') },
        ]}
        value={values['epub.align'] ?? 'publisher'}
        onChange={(next) => onChange({ 'epub.align': next })}
      />
    </div>
  </Card>
)
