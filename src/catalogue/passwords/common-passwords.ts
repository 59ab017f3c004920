import { identityLimits } from '../limits/identity.js';

/** In lower case; what is shorter than a password may be is left out. */
const WHOLE = `
!qaz2wsx 00000000 000000000 0000000000 01011980 01011990 01012000 01020304 01234567 0123456789 0987654321 10101010
11001100 11111111 111111111 1111111111 11112222 1111aaaa 11223344 1122334455 1123581321 12121212 12312312 123123123
123321123 12341234 12344321 12345678 123456780 123456789 1234567890 123456789012 1234567891 12345678910 123456789a
123456789q 12345678a 12345679 123456ab 123456abc 123456qwerty 12345qwert 1234qwer 123654789 123qweasd 123qweasdzxc
13131313 135792468 14141414 147258369 147852369 159357258 19841984 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
1qaz2wsx3edc 1qaz@wsx 1qazxsw2 20002000 20102010 20202020 22222222 246813579 2wsx3edc 31415926 314159265 3141592653
321654987 33333333 44444444 55555555 5555555555 66666666 69696969 741852963 77777777 7777777777 789456123 87654321
88888888 8888888888 963852741 987654321 9876543210 99999999 9999999999 a1234567 a12345678 a123456789 a1b2c3d4
a1b2c3d4e5 aa123456 aa12345678 aaaa1111 aaaaaaaa aaaaaaaaa aaaaaaaaaa abc12345 abc123456 abc123abc abcabcabc
abcd1234 abcdabcd abcdefgh abcdefghi abcdefghij access123 access14 accounting admin123 admin1234 admin12345
admin123456 admin@123 adminadmin administrator airborne aircraft airforce airplane aladdin1 alejandra alejandro
alexander alexandra alexandre amanda12 amazon12 andrew12 andromeda angel123 angelina angels12 anonymous anthony1
anything apollo11 apollo13 apple123 apple1234 argentina arsenal1 arsenal123 asdasdasd asdf1234 asdfasdf asdfghjk
asdfghjkl asdfghjkl123 asdfqwer ashley12 assassin asshole1 asteroid australia autumn12 babydoll babygirl babygirl1
babygirl12 ballerina ballet12 barcelona barcelona1 baseball baseball1 basketball basketball1 batman123 bayern12
bayern123 bbbbbbbb beatles1 beethoven benjamin benjamin1 bestfriend bigdaddy billiards black123 blackberry blackbird
blackcat blackhawk blackjack blacklabel blahblah bleach12 blessed1 blink182 blizzard blueberry bluebird blueeyes
bluesky1 borussia bowling1 broncos1 brooklyn brown123 budlight budweiser bugsbunny bulldog1 bulldogs bulls123
bullshit business buttercup butterfly butterfly1 california camaro69 camping1 cardinal carolina caroline caroline1
carpedie carpediem casanova casino12 catherine cavalier challenger champion champions changeit changeme changeme1
changeme123 charlie1 charlie123 cheer123 cheerleader cheesecake cheetah1 chelsea1 chelsea123 cherokee chevelle
chevrolet chicken1 chickens chocolate chocolate1 christian christina christine christmas christmas1 christopher
cinderella cinnamon cisco123 clarinet cloud123 cocacola cocacola1 coffee12 college1 colombia colorado columbia
columbia1 columbus computer computer1 computer123 concrete cookie12 cookie123 cookies1 cooldude coolness corvette
counterstrike cowboys1 crystal1 crystals cuddles1 cupcake1 cutiepie cyclist1 daisy123 dance123 dancer12 dancing1
daniel12 danielle danielle1 darkangel darkness database dddddddd december december1 december12 default1 default123
deutschland diablo12 diamond1 diamonds director discovery doctor12 doggydog dogsrule dollars1 dolphin1 dolphins
donald12 donatello dortmund dragon12 dragon123 dragon1234 dragonball dragonfly drowssap drummer1 duckduck eagles12
einstein elephant elizabeth elizabeth1 emerald1 eminem12 engineer engineering enterprise ericsson facebook facebook1
familyguy february fernanda fernando ferrari1 finalfantasy fireball firebird firefighter firefly1 fireman1 fishing1
florida1 flower12 flower123 flowers1 football football1 football12 forever1 foreverlove fortnite fortnite1 francisco
freedom1 freedom123 friends1 friends4ever fuckoff1 fuckthis fuckyou1 fuckyou123 fuckyou2 futurama gabriele gabriella
galaxy12 galileo1 gamecube gameover gamer123 gandalf1 garfield garfield1 geheim123 geheimnis germany1 giraffes
godisgood godzilla gold1234 golden12 goldfish goodluck goodtimes google12 google123 gorilla1 greenbay greenday
greenday1 greeneye gryffindor guest123 guest1234 guillermo guinness guitar12 guitar123 gymnastics halflife hallo123
hallo1234 hallohallo halloween hallowelt hamburg1 hamster1 happiness happy123 harley12 harleydavidson harrypotter
heaven12 heineken hello123 hello1234 hellohello helloworld hiking12 hockey123 hogwarts homer123 homework hospital
hunting1 hurricane iamthebest icecream icecream1 ichliebedich ihateyou ilovegod iloveme1 iloveme123 iloveu12
iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 iloveyou3 instagram internet internet1 ironman1
isabella itachi12 jackdaniels jackpot1 jasmine1 jellybean jennifer jennifer1 jessica1 jessica123 jesus123
jesuschrist jordan23 joshua12 jupiter1 juventus katherine kawasaki killer12 killer123 kingkong kitesurf kittycat
kkkkkkkk lakers12 lakers24 lavender lawyer12 ledzeppelin leonardo leopard1 letmein! letmein1 letmein12 letmein123
letmein2 letmeinn liberty1 lightning linkedin lionking liverpool liverpool1 liverpool123 logitech london12 london123
louisiana lovelove lovelove1 lovely12 loveyou1 lucky123 lucky777 macintosh manager1 manchester manunited margaret
marines1 mariokart marketing marshmallow maserati master12 master123 matrix123 matthew1 maverick maverick1
maximilian medicine megaman1 mercedes mercury1 metallica metallica1 michael1 michael123 michelangelo michelle
michelle1 michigan mickey12 mickeymouse microsoft midnight midnight1 military million1 millions minecraft minecraft1
minnesota minnie12 money123 moneymoney monkey12 monkey123 monkey1234 moonlight motorola mountain mountains mozart12
mushroom music123 musiclover mustang1 mychemicalromance mypassword mysql123 mystery1 napoleon naruto12 naruto123
nathalie neptune1 network1 newpassword newyork1 newyork123 nicole12 nightmare nintendo nirvana1 nokia123 noobmaster
nopassword nothing1 november november1 october1 onepiece oracle12 oracle123 orange12 orange123 p4ssw0rd p@ssw0rd
p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 p@ssword123 pa$$w0rd pa$$word pa55w0rd pa55word pa55word1 packers1 pacman12
panther1 panthers parachute pass1234 pass12345 pass123456 passpass passport passport1 passw0rd passw0rd1 passw0rd123
password password! password0 password00 password01 password1! password11 password12 password123 password123!
password1234 password12345 password123456 password13 password2 password3 password4 password5 password69 password7
password9 password99 passwords passwort passwort1 passwort123 patricia patrick1 patriots patriots1 peanut12 pepsi123
personal personal1 phoenix1 picasso1 pickles1 pikachu1 pineapple pink1234 pinkfloyd platinum playboy1 playgirl
playstation pocahontas pokemon1 pokemon123 poker123 popcorn1 porsche1 porsche9 portland postgres postgres1 potato12
powerpuff pretzels princess princess1 princess12 private1 pumpkin1 puppydog puppylove purple12 purple123 pussycat
q1234567 q1w2e3r4 q1w2e3r4t5 qazwsxedc qazwsxedcrfv qqqqqqqq quake123 qwe12345 qwe123qwe qweasdzxc qweqweqwe
qwer1234 qwerasdf qwerasdfzxcv qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui qwertyuiop
qwertyuiop123 qwertz123 qwertzui qwertzuiop rafael12 raiders1 rainbow1 raspberry realmadrid rebecca1 red12345
redhead1 redskins redsox04 redwings richard1 robert12 roblox123 rocknroll rockstar rockstar1 root1234 root12345
rootroot rosebud1 runner12 running1 rush2112 sailboat sailing1 samantha samantha1 samsung1 samsung123 sandwich
santiago sapphire sasuke12 saturday saturn12 saxophone schalke04 schatz123 school12 scooby12 scoobydoo scooter1
scorpio1 scorpion scotland scubadive sebastian secret12 secret123 secret1234 security security1 sephiroth september
sergeant server12 service1 sexy1234 shadow12 shadow123 shakespeare shithead showtime sicherheit silver12 silver123
simpsons skateboard skydiver slipknot slipknot1 slytherin smirnoff snapchat snickers sniper12 snoopy12 snorkel1
snowball snowboard snowflake snowman1 soccer12 soccer123 softball softball1 soldier1 something sonic123 southpark
spaghetti sparky12 spiderman spiderman1 spitfire spongebob spongebob1 spring12 squidward ssssssss stallion starcraft
stargate starlight startrek starwars starwars1 steelers steelers1 stephanie stephanie1 strawberry student1 success1
summer12 summer123 sunflower sunshine sunshine1 superman superman1 superman12 supermario supernova supersonic
superstar superstar1 surfing1 suzuki12 sweetheart sweetie1 sweetpea swimming teacher1 telegram tequila1 test1234
test12345 test123456 testing1 testing123 testtest testtest1 tetris12 thanksgiving thepassword thomas12 thunder1
thunderbird thursday tiffany1 tiger123 tigers12 tigger12 tigger123 tinkerbell together topsecret tornado1 toshiba1
trombone trouble1 trumpet1 trustno1 trustnoone tweety12 twilight ubuntu12 universe university unknown1 unreal123
user1234 useruser valentin valentina vampire1 vanessa1 veronica victoria victoria1 victory1 violet12 voldemort
volleyball voyager1 warcraft warcraft1 warrior1 watermelon wednesday welcome! welcome1 welcome1! welcome12
welcome123 werder12 whatever whatever1 whatsapp whiskey1 white123 wildcats william1 williams windows1 windows10
windows7 windsurf winter12 winter123 wolverine wrangler xbox3600 xsw21qaz xxxxxxxx yamaha12 yankees1 yankees2
yellow12 yellow123 yourpassword youtube1 yxcvbnm1 zaq12wsx zaq1xsw2 zaq1zaq1 zelda123 zxcv1234 zxcvbnm1 zxcvbnm123
zxcvzxcv zxczxczxc zzzzzzzz
`;

const STEMS = `
admin alex alexander alice amanda andrea andrew angel angela anna anthony apple arsenal asdf asdfgh ashley austin
bailey banana bandit barbara baseball basketball batman bear beautiful benjamin berlin bernd bianca blink blue bobby
boomer boston brandon brian buster butterfly camaro carlos charles charlie cheese chelsea chester chicago chicken
chris christian claudia computer cookie cooper corvette cowboy dakota dallas daniel daniela david debbie denise
dennis diablo diamond dragon eagle eagles edward elena elizabeth emily emma eric falcon ferrari fisch flower
football forever frank freedom friend fuckyou gabriel gandalf geheim george ginger golden golfer google guitar hallo
hammer hannah hannover happy harley heather hello hockey hunter iceman iloveyou internet jackson james jasmin
jasmine jason jennifer jessica jesus john johnny jordan jordan23 joseph joshua julia julian justin justine katze
kevin killer kitty klaus knight lakers laura letmein liebe little liverpool london love lovely lucky maggie magic
maria marina markus marlboro martin martina master matrix matthew maverick max maxwell melanie mercedes merlin
mexico michael michelle mickey miller money monika monkey monster morgan mother mustang natalie nathan nicholas
nicole nirvana oliver orange panther passion password passwort patrick peaches peanut pepper peter petra phoenix
player pokemon porsche princess purple qwer qwert qwerty qwertz rachel rainbow ranger robert rocket rosebud samantha
samsung samuel sandra sarah schalke schatz schatzi school scooter secret sexy shadow silver simone skippy slayer
smokey snoopy soccer sommer sophie sparky spider stefan stefanie steven stinger strawberry summer sunshine superman
susanne sweet taylor test thomas thunder tiger tigger tobias trinity user vanessa victor victoria viking welcome
whatever william willow winner winter wolf xavier yamaha yankees yellow yvonne zxcvbn
`;

const listed = (text: string) => text.trim().split(/\s+/);

/** Endings that turn a common word into a common password. */
const ENDINGS = ['', ...listed('1 2 12 123 1234 12345 123456 01 2020 ! 1! 123!')];

const common: ReadonlySet<string> = new Set([
  ...listed(WHOLE),
  ...listed(STEMS)
    .flatMap((stem) => ENDINGS.map((ending) => stem + ending))
    .filter((password) => password.length >= identityLimits.password.min),
]);

/** Whether the password is among the 3,000 most common ones, regardless of case. */
export const isCommonPassword = (password: string): boolean => common.has(password.normalize('NFKC').toLowerCase());
