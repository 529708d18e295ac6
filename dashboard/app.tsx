import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Help } from './parts/help.tsx';
import { Loading } from './parts/states.tsx';
import { signedOut } from './state/api.ts';
import { isHelpShown } from './state/keys.ts';
import { idInPath, parameters, viewInPath } from './state/router.ts';
import { about, isReady, signOut } from './state/sign-in.ts';
import { nameOf } from './state/words.ts';
import { DecisionView } from './views/decision.tsx';
import { FleetView } from './views/fleet.tsx';
import { LiveView } from './views/live.tsx';
import { PlaygroundView } from './views/playground.tsx';
import { PolicyView } from './views/policy.tsx';
import { RuleView } from './views/rule.tsx';
import { RulesView } from './views/rules.tsx';
import { SessionView } from './views/session.tsx';
import { SessionsView } from './views/sessions.tsx';
import { SignedOut } from './views/signed-out.tsx';

const VIEWS = [
  { view: 'live', title: 'Live', key: 'l', icon: 'M3 12h4l3-7 4 14 3-7h4' },
  { view: 'sessions', title: 'Sessions', key: 's', icon: 'M4 7h10M4 12h16M4 17h7' },
  { view: 'rules', title: 'Rules', key: 'r', icon: 'M6 4v16M6 5h11l-2.5 3.500L17 12H6' },
  { view: 'try', title: 'Playground', key: 'p', icon: 'M8 5l10 7-10 7z' },
  { view: 'policy', title: 'Policy', key: 'o', icon: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5' },
  { view: 'fleet', title: 'Fleet', key: 'f', icon: 'M4 6h16v5H4zM4 14h16v5H4zM7.5 8.500h.01M7.5 16.500h.01' },
];

export function App() {
  const view = viewInPath();
  const current = view === 'decisions' ? 'live' : view;
  const title = VIEWS.find((one) => one.view === current)?.title ?? 'Not found';
  // On a phone: what stands at the foot of the rail elsewhere.
  const isMoreShown = useSignal(false);
  useEffect(() => {
    isMoreShown.value = false;
  }, [view]);
  useEffect(() => {
    document.title = `${title} · hookctl`;
  }, [title]);
  return (
    <div class="shell">
      <header class="rail">
        <a class="brand" href="/live" aria-label="hookctl, live">
          <img src="/assets/icon.svg" alt="" width="26" height="26" />
          <span>hookctl</span>
        </a>
        <nav aria-label="Views">
          {VIEWS.map(({ view: name, title: words, key, icon }) => (
            <a key={name} href={`/${name}`} aria-current={current === name ? 'page' : undefined}>
              <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
                <path d={icon} />
              </svg>
              <span>{words}</span>
              <kbd aria-hidden="true">g {key}</kbd>
            </a>
          ))}
        </nav>
        <button
          type="button"
          class="more"
          aria-expanded={isMoreShown.value}
          aria-controls="place"
          onClick={() => (isMoreShown.value = !isMoreShown.value)}
        >
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
            <path d="M5 12h.01M12 12h.01M19 12h.01" />
          </svg>
          <span>More</span>
        </button>
        <Place isOpen={isMoreShown.value} />
      </header>
      <main>
        {signedOut.value !== null ? (
          <SignedOut why={signedOut.value} />
        ) : isReady.value ? (
          <View view={view} />
        ) : (
          <Loading />
        )}
      </main>
      {isHelpShown.value && <Help />}
    </div>
  );
}

function View({ view }: { view: string }) {
  const id = idInPath();
  const machine = parameters.value.get('machine');
  switch (view) {
    case 'live':
      return <LiveView />;
    case 'decisions':
      return id === null ? <LiveView /> : <DecisionView key={`${id} ${machine}`} id={id} machine={machine} />;
    case 'sessions':
      return id === null ? <SessionsView /> : <SessionView key={`${id} ${machine}`} id={id} machine={machine} />;
    case 'rules':
      return id === null ? <RulesView /> : <RuleView key={id} id={id} />;
    case 'try':
      return <PlaygroundView />;
    case 'policy':
      return <PolicyView />;
    default:
      return <FleetView />;
  }
}

/** Where these decisions are from. */
function Place({ isOpen }: { isOpen: boolean }) {
  const here = about.value;
  const isShown = useSignal(false);
  if (here === null) return null;
  return (
    <div class="place-note" id="place" data-open={isOpen}>
      <button
        type="button"
        class="quiet"
        aria-expanded={isShown.value}
        onClick={() => (isShown.value = !isShown.value)}
      >
        {here.kind === 'local' ? 'this machine' : here.place}
      </button>
      {isShown.value && (
        <p>
          {here.project !== null && <span title={here.project}>Project {nameOf(here.project)}. </span>}
          {here.kind === 'local' ? 'Read from ' : 'Team '}
          <code>{here.place}</code>. hookctl {here.version}.{!here.mayMark && ' This page may only read.'}
        </p>
      )}
      {here.kind === 'team' && (
        <button type="button" class="quiet" onClick={() => void signOut()}>
          Sign out
        </button>
      )}
      <button type="button" class="quiet keys" onClick={() => (isHelpShown.value = true)}>
        <kbd>?</kbd> keys
      </button>
    </div>
  );
}
