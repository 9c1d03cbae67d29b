/** Reading settings beside the page, which follows each change at once. */
import { IconButton } from '../../../components/button'
import { CloseIcon } from '../../../components/icons'
import { Switch } from '../../../components/switch'
import { t } from '../../../i18n/i18n'
import { type Change, type Scope, type Settings } from '../use-reader-settings'
import { scopeWords } from '../scope-words'
import { Segments, Slider } from '../controls'
import { PictureSettings } from './picture-settings'
import styles from '../reader.module.css'

interface DrawerProps {
  settings: Settings
  scope: Scope
  onScope(scope: Scope): void
  change(change: Change): void
  shift(): void
  onClose(): void
}

export function Drawer({ settings, scope, onScope, change, shift, onClose }: DrawerProps) {
  const isStrip = settings['reader.mode'] !== 'paged'
  return (
    <aside className={styles.drawer} aria-label={t('Reading settings')}>
      <header>
        <h2>{t('Reading')}</h2>
        <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} />
      </header>
      <Segments
        label={t('Mode')}
        value={settings['reader.mode']}
        choices={{ paged: t('Pages'), continuous: t('Scroll'), webtoon: t('Webtoon') }}
        onChange={(mode) => change({ 'reader.mode': mode })}
      />
      {isStrip ? (
        <StripSettings settings={settings} change={change} />
      ) : (
        <PagedSettings settings={settings} change={change} shift={shift} />
      )}
      <PictureSettings settings={settings} change={change} />
      <div className={styles.scope}>
        <Segments
          label={t('Changes apply to')}
          value={scope}
          choices={scopeWords()}
          onChange={onScope}
        />
      </div>
    </aside>
  )
}

export interface Part {
  settings: Settings
  change(change: Change): void
}

const PagedSettings = ({ settings, change, shift }: Part & { shift(): void }) => (
  <>
    <Segments
      label={t('Pages per view')}
      value={settings['reader.spread']}
      choices={{ single: t('One'), double: t('Two'), auto: t('Auto') }}
      onChange={(spread) => change({ 'reader.spread': spread })}
    />
    {settings['reader.spread'] !== 'single' && (
      <>
        <Switch
          label={t('The cover stands alone')}
          checked={settings['reader.coverAlone']}
          onChange={(coverAlone) => change({ 'reader.coverAlone': coverAlone })}
        />
        <button type="button" className={styles.wide} onClick={shift}>
          {t('Shift pairs by one page from here')} <kbd>S</kbd>
        </button>
      </>
    )}
    <Segments
      label={t('Direction')}
      value={settings['reader.direction']}
      choices={{ rtl: t('← Right to left'), ltr: t('Left to right →'), ttb: t('Down ↓') }}
      onChange={(direction) => change({ 'reader.direction': direction })}
    />
    <Segments
      label={t('Fit')}
      value={settings['reader.fit']}
      choices={{ screen: t('Screen'), width: t('Width'), height: t('Height'), original: '1:1' }}
      onChange={(fit) => change({ 'reader.fit': fit })}
    />
    <TurningSettings settings={settings} change={change} />
  </>
)

const TurningSettings = ({ settings, change }: Part) => (
  <>
    <Segments
      label={t('A tap turns')}
      value={settings['reader.tapZones']}
      choices={{
        'left-right': t('at the sides'),
        edges: t('at the edges'),
        bands: t('above and below'),
        off: t('never'),
      }}
      onChange={(zones) => change({ 'reader.tapZones': zones })}
    />
    <Segments
      label={t('Turning')}
      value={settings['reader.animation']}
      choices={{ none: t('at once'), slide: t('sliding'), fade: t('fading') }}
      onChange={(animation) => change({ 'reader.animation': animation })}
    />
    <Switch
      label={t('Cut empty borders')}
      checked={settings['reader.trim']}
      onChange={(trim) => change({ 'reader.trim': trim })}
    />
    <Slider
      label={t('Pages fetched ahead')}
      value={settings['reader.preload']}
      min={0}
      max={20}
      step={1}
      unit=""
      onChange={(preload) => change({ 'reader.preload': preload })}
    />
  </>
)

const StripSettings = ({ settings, change }: Part) => (
  <>
    <Slider
      label={t('Width')}
      value={settings['reader.width']}
      min={20}
      max={100}
      step={5}
      onChange={(width) => change({ 'reader.width': width })}
    />
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
      label={t('Glide when keys scroll')}
      checked={settings['reader.animation'] !== 'none'}
      onChange={(glides) => change({ 'reader.animation': glides ? 'slide' : 'none' })}
    />
  </>
)
