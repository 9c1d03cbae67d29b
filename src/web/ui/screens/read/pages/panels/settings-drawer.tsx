/** Settings of the reader. Changes apply immediately. */
import { Switch } from '../../../../components/controls/switch'
import { t } from '../../../../i18n/i18n'
import type { useReaderSettings } from '../../hooks/use-reader-settings'
import { ScopeChoice } from '../../profiles/scope-choice'
import { Slider } from '../../../../components/controls/slider'
import { Segments } from '../../segments'
import {
  directionLabels,
  modeLabels,
  pageLayoutLabels,
  scalingLabels,
  tapZoneLabels,
  transitionLabels,
  widePageLabels,
} from '../../../../labels/reader-labels'
import { ImageSettings } from './image-settings'
import { autoScrolling } from '../webtoon/chapter-run'
import { useStore } from '../../../../state/store'
import type { Part } from './settings-props'
import styles from '../../reader.module.css'

export interface DrawerProps extends Part, Pairing, Narrow {
  reader: ReturnType<typeof useReaderSettings>
  /** Whether the book has text that can be shown over its pages. */
  hasText: boolean
}

interface Narrow {
  /** Whether the window is so narrow that the strip fills it. */
  isNarrow: boolean
}

interface Pairing {
  /** Whether pages are shown in pairs with this screen and these settings. */
  hasPairs: boolean
  /** Whether this is a portrait screen that shows one page at a time. */
  isCramped: boolean
  shift(): void
}

export function SettingsDrawer(props: DrawerProps) {
  const { settings, change, reader, hasPairs, isCramped, shift, isNarrow, hasText } = props
  const isStrip = settings['reader.mode'] !== 'paged'
  return (
    <>
      <Segments
        label={t('Reading mode')}
        value={settings['reader.mode']}
        choices={modeLabels()}
        onChange={(mode) => change({ 'reader.mode': mode })}
      />
      {isStrip ? (
        <StripSettings settings={settings} change={change} isNarrow={isNarrow} />
      ) : (
        <PagedSettings
          settings={settings}
          change={change}
          hasPairs={hasPairs}
          isCramped={isCramped}
          shift={shift}
        />
      )}
      {hasText && <TextLayerSwitch settings={settings} change={change} />}
      <ImageSettings settings={settings} change={change} />
      <ScopeChoice settings={settings} reader={reader} prefix="reader." />
    </>
  )
}

const TextLayerSwitch = ({ settings, change }: Part) => (
  <Switch
    label={t('Selectable text')}
    hint={t('Words on the page can be selected, copied and highlighted')}
    checked={settings['reader.textLayer']}
    onChange={(isOn) => change({ 'reader.textLayer': isOn })}
  />
)

const PagedSettings = ({ settings, change, hasPairs, isCramped, shift }: Part & Pairing) => (
  <>
    <Segments
      label={t('Page layout')}
      value={settings['reader.spread']}
      choices={pageLayoutLabels()}
      onChange={(spread) => change({ 'reader.spread': spread })}
    />
    {hasPairs && (
      <>
        <Switch
          label={t('Show cover alone')}
          checked={settings['reader.coverAlone']}
          onChange={(coverAlone) => change({ 'reader.coverAlone': coverAlone })}
        />
        <button type="button" className={styles.wide} onClick={shift}>
          {t('Shift page pairs by one from here')} <kbd>S</kbd>
        </button>
      </>
    )}
    <Segments
      label={t('Reading direction')}
      value={settings['reader.direction']}
      choices={directionLabels()}
      onChange={(direction) => change({ 'reader.direction': direction })}
    />
    {isCramped && (
      <Segments
        label={t('Wide pages')}
        value={settings['reader.widePages']}
        choices={widePageLabels()}
        onChange={(widePages) => change({ 'reader.widePages': widePages })}
      />
    )}
    <Segments
      label={t('Scaling')}
      inPairs
      value={settings['reader.fit']}
      choices={scalingLabels()}
      onChange={(fit) => change({ 'reader.fit': fit })}
    />
    <TurningSettings settings={settings} change={change} />
  </>
)

const TurningSettings = ({ settings, change }: Part) => (
  <>
    <Segments
      label={t('Tap zones')}
      inPairs
      value={settings['reader.tapZones']}
      choices={tapZoneLabels()}
      onChange={(zones) => change({ 'reader.tapZones': zones })}
    />
    <Segments
      label={t('Page transition')}
      value={settings['reader.animation']}
      choices={transitionLabels()}
      onChange={(animation) => change({ 'reader.animation': animation })}
    />
    <Switch
      label={t('Crop borders')}
      checked={settings['reader.trim']}
      onChange={(trim) => change({ 'reader.trim': trim })}
    />
    <Slider
      label={t('Preload pages')}
      value={settings['reader.preload']}
      min={0}
      max={20}
      step={1}
      unit=""
      onChange={(preload) => change({ 'reader.preload': preload })}
    />
  </>
)

const StripSettings = ({ settings, change, isNarrow }: Part & Narrow) => (
  <>
    <Switch
      label={t('Scroll automatically')}
      checked={useStore(autoScrolling)}
      onChange={(isOn) => autoScrolling.set(isOn)}
    />
    {!isNarrow && (
      <Slider
        label={t('Width')}
        value={settings['reader.width']}
        min={20}
        max={100}
        step={5}
        onChange={(width) => change({ 'reader.width': width })}
      />
    )}
    {settings['reader.mode'] === 'continuous' && (
      <Slider
        label={t('Space between pages')}
        value={settings['reader.gap']}
        min={0}
        max={100}
        step={4}
        unit="px"
        onChange={(gap) => change({ 'reader.gap': gap })}
      />
    )}
    <Switch
      label={t('Smooth scrolling')}
      checked={settings['reader.animation'] !== 'none'}
      onChange={(isAnimated) => change({ 'reader.animation': isAnimated ? 'slide' : 'none' })}
    />
  </>
)
