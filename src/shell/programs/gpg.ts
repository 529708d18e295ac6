import { defineProgram } from './support/define-program.ts';

export const gpg = defineProgram({
  names: 'gpg',
  kind: 'decoder',
  role: 'other',
  options:
    'o,output= r,recipient= u,local-user= homedir= passphrase= passphrase-file= d,decrypt e,encrypt s,sign b,detach-sign clearsign c,symmetric a,armor import export export-secret-keys batch yes verify list-keys list-secret-keys k K default-key= default-recipient= list-options= verify-options= photo-viewer= exec-path= keyring= primary-keyring= secret-keyring= trustdb-name= display-charset= options= compress-level= bzip2-compress-level= default-cert-level= trust-model= auto-key-locate= keyid-format= keyserver= keyserver-options= completes-needed= marginals-needed= tofu-default-policy= max-cert-depth= agent-program= dirmngr-program= limit-card-insert-tries= hidden-recipient= recipient-file= hidden-recipient-file= group= ungroup= sender= try-secret-key= max-output= input-size-hint= key-origin= import-options= import-filter= export-filter= export-options= personal-cipher-preferences= personal-digest-preferences= personal-compress-preferences= s2k-cipher-algo= s2k-digest-algo= s2k-mode= s2k-count= compliance= min-rsa-length= debug-level= debug= faked-system-time= status-fd= status-file=> logger-fd= log-file=> logger-file=> attribute-fd= attribute-file=> comment= sig-notation= cert-notation= N,set-notation= known-notation= sig-policy-url= cert-policy-url= set-policy-url= sig-keyserver-url= set-filename= cipher-algo= digest-algo= compress-algo= cert-digest-algo= disable-cipher-algo= disable-pubkey-algo= passphrase-repeat= passphrase-fd= pinentry-mode= request-origin= command-fd= command-file= weak-digest= override-session-key= override-session-key-fd= default-new-key-algo= default-preference-list= default-keyserver-url=',
  effects: (call, machine, { has, operands, value }) => {
    for (const file of operands) if (/[./]/.test(file)) machine.read(call, file);
    const output = value('output');
    const isText = has('armor') || has('clearsign');
    const ending = isText ? '.asc' : has('detach-sign') ? '.sig' : '.gpg';
    const makes = ['encrypt', 'symmetric', 'sign', 'detach-sign', 'clearsign'].some(has);
    if (output !== undefined) machine.write(call, output, 'output');
    else if (makes && !has('decrypt')) for (const file of operands) machine.write(call, file + ending, 'output');
    return has('decrypt') ? machine.unknown('$(gpg)', 'decoded') : undefined;
  },
});
