import { defineProgram } from './support/define-program.ts';

/** Programs that speak to a service elsewhere; files among their words are read for it. Those of clouds and stores are in clouds.ts. */
export const clients = defineProgram({
  names:
    'crane gcrane doctl exo linode-cli nxc ibmcloud koji prowler openstack zapier wacli cs kaggle kiterunner sui jira tailscale flux amass gnmic acme.sh minikube argocd grafana protonvpn twurl httpx trivy ani-cli animdl asnmap bitcoin-cli bosh carbon-now cf chainctl chisel cli53 cloudflared dagger depotdownloader dnswalk dnsx eksctl filen fj gcalcli cosign speedtest speedtest-cli whois traceroute mtr nmap ykchalresp',
  does: 'service',
});
