/**
 * Abbreviations of invoices, Polish and English, and the words they stand for; lines of production, which are machines.
 * Keys are folded. A key with a dot counts only when it is written with one. Other words that end with a dot are read as
 * beginnings of words of the tariff.
 */
const TABLE = `
ss: stainless steel
sst: stainless steel
inox: stainless steel
cs: carbon steel
ms: steel
gi: galvanised iron
ci: cast iron
erw: welded
smls: seamless
galv: galvanised
ocynk: ocynkowany
oc.: ocynkowany
nierdz: nierdzewny
alu: aluminium
al.: aluminium
alum.: aluminium
cu: copper
miedz: miedz
mosiez: mosiadz
zn.: cynk
pcb: printed circuit board
pcba: printed circuit assembly
mlcc: multilayer ceramic capacitor
ic: integrated circuit
fpga: integrated circuit
igbt: transistor
mosfet: transistor
hdd: hard disk
psu: power supply
plc: programmable controller
hmi: control panel
vfd: frequency converter
hex: hexagon
assy: assembly
aku: akumulator
csg: casing
tbg: tubing
lab: laboratory
linia: maszyna
linie: maszyna
linii: maszyna
caps: capsules
tabl.: tabletki
kaps.: kapsulki
abs.: absorber
movt: movement
mroz.: mrozony
hyd: hydraulic
hydr: hydrauliczny
pneum: pneumatyczny
elektr: elektryczny
elektron: elektroniczny
el.: elektryczny
mech.: mechaniczny
spal.: spalinowy
przem.: przemyslowy
kulk: kulkowy
stozk: stozkowy
walc: walcowy
gum.: gumowy
plast.: plastikowy
tworz.: tworzywo
drewn: drewniany
szkl.: szklany
ceram: ceramiczny
baw.: bawelniany
pszen: pszenny
zamkn: zamkniety
bezsz: bez szwu
spaw: spawany
gwint: gwintowany
izol: izolowany
sam.: samochodowy
samoch: samochodowy
cz.: czesci
urz.: urzadzenie
masz.: maszyna
narz.: narzedzie
wewn: wewnetrzny
zewn: zewnetrzny
akum: akumulator
bat.: battery
batt: battery
acc.: accessories
equip.: equipment
mach.: machine
cyl.: cylinder
brg: bearing
brgs: bearings
trafo: transformator
gen.: generator
comp.: compressor
cond.: condenser
conn.: connector
capac: capacitor
res.: resistor
xfmr: transformer
alt.: alternator
rad.: radiator
susp.: suspension
transm.: transmission
conc.: concentrate
froz.: frozen
powd.: powder
hdpe: polyethylene
ldpe: polyethylene
lldpe: polyethylene
pe: polyethylene
pp: polypropylene
pcw: pvc
ps: polystyrene
xps: polystyrene
eps: polystyrene
pa6: polyamide
pa66: polyamide
pom: polyacetal
nbr: rubber
epdm: rubber
fkm: rubber
cu-etp: copper
iphone: smartphone
ipad: tablet
macbook: laptop
thinkpad: laptop
chromebook: laptop
playstation: game console
xbox: game console
mcu: microcontroller
ptfe: polytetrafluoroethylene teflon
kwasoodp: nierdzewny kwasoodporny
okr.: okragly
elektrolit: elektrolityczny
lam.: laminowany
wior: wiorowy
sosn: sosnowy
deb: debowy
silnik.: silnikowy
ziarn: ziarnisty ziarno
akryl: akrylowy
nitryl: nitrylowy
wkr: wkret
nakr: nakretka
podkl: podkladka
loz: lozysko
przew: przewod
kab.: kabel
usz.: uszczelka
zaw.: zawor
blach: blacha
prof.: profil
ele.: elektryczny
vlv: valve
vlvs: valves
ctn: carton
ctns: cartons
ti: titanium
mos.: mosiezny
opamp: integrated circuit
xlpe: insulated
zlacz: zlaczka
podw.: podwojny
elast: elastyczny
ociepl: ocieplany
amort: amortyzator
chlodn: chlodnica
pomp.: pompa
silik: silikonowy
granul: granulat
polipr: polipropylen
poliet: polietylen
poliestr: poliestrowy
sklej: sklejka
tarc.: tarcza
wiert: wiertlo
lozysk: lozysko
zasil: zasilacz
przekl: przekladnia
przet: przetwornik
falown: falownik
manom: manometr
termom: termometr
chem.: chemiczny
spoz.: spozywczy
flg: flange
fttg: fitting
fttgs: fittings
elb.: elbow
nip.: nipple
cplg: coupling
gskt: gasket
scr.: screw
wshr: washer
brkt: bracket
cbl: cable
swtch: switch
mtr.: motor
ctrl: control
cntrl: control
pwr: power
xmtr: transmitter
therm.: thermometer
hdlp: headlamp
refrig.: refrigerator
elec.: electric
alum: aluminium
galvd: galvanised
crc: cold rolled coil
ppgi: coated sheet
komp.: komputer
tel.: telefon
`

const EXPANSIONS: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.trim()
    .split('\n')
    .map((row) => {
      const [short = '', words = ''] = row.split(': ')
      return [short, words.split(' ')] as const
    }),
)

/** The words that an abbreviation stands for; none when it is no abbreviation. */
export const expansionOf = (short: string, dotted: boolean): readonly string[] =>
  EXPANSIONS.get(short) ?? (dotted ? EXPANSIONS.get(`${short}.`) : undefined) ?? []
