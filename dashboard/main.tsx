import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/parts.css';
import './styles/views.css';
import './styles/session.css';
import './styles/playground.css';
import './styles/phone.css';
import { App } from './app.tsx';
import { signInByLink } from './state/sign-in.ts';
import { listenForKeys } from './state/keys.ts';
import { listenForNavigation } from './state/router.ts';

listenForNavigation();
listenForKeys();
void signInByLink();
render(<App />, document.body);
